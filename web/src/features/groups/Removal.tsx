import { groups } from '@keyward/contract/calls';
import type { ManagedTag } from '@keyward/contract/groups';
import { useTranslation } from 'react-i18next';
import { ConfirmDelete } from '#entity/ConfirmDelete.tsx';
import { type Kind, succeed, tagWords } from './kinds.ts';
import { type Count, useCountWords, useUsage } from './usage.ts';

/** The losses of deleting a tag or a value: `inside`, and the assignments of profiles and devices. */
function useLosses() {
  const { t } = useTranslation();
  const words = useCountWords();
  return (name: string, usage: Count | undefined, inside: string | null) => {
    const what = usage ? words(usage) : '';
    return {
      question: t('groups.removal.question', { name }),
      permanent: t('groups.removal.permanent'),
      lost: t('groups.removal.lost'),
      items: [...(inside ? [inside] : []), ...(what ? [t('groups.removal.lostFrom', { what })] : [])],
      more: usage && !what ? t('groups.removal.nobody') : null,
      kept: t('groups.removal.kept'),
    };
  };
}

export function RemoveTag({ kind, tag, onClose }: { kind: Kind; tag: ManagedTag; onClose: () => void }) {
  const { t } = useTranslation();
  const usage = useUsage(tag.id, true);
  const losses = useLosses();
  const words = tagWords(kind);
  const count = tag.values.length;
  const inside =
    kind === 'text' ? t('groups.removal.lostText') : count ? t('groups.removal.lostValues', { count }) : null;
  return (
    <ConfirmDelete
      call={groups.remove}
      parts={{ params: { id: tag.id } }}
      typed={tag.label}
      words={{
        title: t(`groups.words.${words}.remove`),
        losses: losses(tag.label, usage, inside),
        success: t(`groups.words.${words}.deleted`),
        failure: t('groups.failures.tagCouldNotBeDeleted'),
      }}
      onSuccess={succeed}
      onDeleted={onClose}
      onCancel={onClose}
    />
  );
}

type ValueProps = { tag: ManagedTag; value: ManagedTag['values'][number]; onClose: () => void };

export function RemoveValue({ tag, value, onClose }: ValueProps) {
  const { t } = useTranslation();
  const usage = useUsage(tag.id, true)?.values.find(({ id }) => id === value.id);
  const losses = useLosses();
  return (
    <ConfirmDelete
      call={groups.editValues}
      parts={{ params: { id: tag.id }, body: { values: [{ oldValue: value.name, newValue: null }] } }}
      typed={value.name}
      words={{
        title: t('groups.words.groupValue.remove'),
        losses: losses(value.name, usage, null),
        success: t('groups.words.groupValue.deleted'),
        failure: t('groups.failures.valueCouldNotBeDeleted'),
      }}
      onSuccess={succeed}
      onDeleted={onClose}
      onCancel={onClose}
    />
  );
}
