import { groups } from '@keyward/contract/calls';
import type { ManagedTag } from '@keyward/contract/groups';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { ConfirmByName } from '#parts/ConfirmByName.tsx';
import { Losses } from '#parts/Losses.tsx';
import { type Kind, succeed, tagWords } from './kinds.ts';
import { type Count, useCountWords, useUsage } from './usage.ts';

type TextProps = { name: string; usage: Count | undefined; inside: string | null };

/** What goes with it, in words. */
function RemovalText({ name, usage, inside }: TextProps) {
  const { t } = useTranslation();
  const words = useCountWords();
  const what = usage ? words(usage) : '';
  return (
    <Losses
      question={t('groups.removal.question', { name })}
      permanent={t('groups.removal.permanent')}
      lost={t('groups.removal.lost')}
      items={[...(inside ? [inside] : []), ...(what ? [t('groups.removal.lostFrom', { what })] : [])]}
      kept={t('groups.removal.kept')}
    >
      {usage && !what ? t('groups.removal.nobody') : null}
    </Losses>
  );
}

export function RemoveTag({ kind, tag, onClose }: { kind: Kind; tag: ManagedTag; onClose: () => void }) {
  const { t } = useTranslation();
  const usage = useUsage(tag.id, true);
  const words = tagWords(kind);
  const remove = useApiMutation(groups.remove, {
    onSuccess: () => {
      succeed(t(`groups.words.${words}.deleted`));
      onClose();
    },
  });
  const count = tag.values.length;
  const inside =
    kind === 'text' ? t('groups.removal.lostText') : count ? t('groups.removal.lostValues', { count }) : null;
  return (
    <ConfirmByName
      name={tag.label}
      title={t(`groups.words.${words}.remove`)}
      text={<RemovalText name={tag.label} usage={usage} inside={inside} />}
      pending={remove.isPending}
      error={remove.error}
      errorTitle={t('groups.failures.tagCouldNotBeDeleted')}
      onConfirm={() => remove.mutate({ params: { id: tag.id } })}
      onClose={onClose}
    />
  );
}

type ValueProps = { tag: ManagedTag; value: ManagedTag['values'][number]; onClose: () => void };

export function RemoveValue({ tag, value, onClose }: ValueProps) {
  const { t } = useTranslation();
  const usage = useUsage(tag.id, true)?.values.find(({ id }) => id === value.id);
  const edit = useApiMutation(groups.editValues, {
    onSuccess: () => {
      succeed(t('groups.words.groupValue.deleted'));
      onClose();
    },
  });
  return (
    <ConfirmByName
      name={value.name}
      title={t('groups.words.groupValue.remove')}
      text={<RemovalText name={value.name} usage={usage} inside={null} />}
      pending={edit.isPending}
      error={edit.error}
      errorTitle={t('groups.failures.valueCouldNotBeDeleted')}
      onConfirm={() =>
        edit.mutate({ params: { id: tag.id }, body: { values: [{ oldValue: value.name, newValue: null }] } })
      }
      onClose={onClose}
    />
  );
}
