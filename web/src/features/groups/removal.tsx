import { groups } from '@keyward/contract/calls';
import type { ManagedTag } from '@keyward/contract/groups';
import { useTranslation } from 'react-i18next';
import { confirmDelete, Losses } from '#entity/confirmDelete.tsx';
import entityStyles from '#entity/entity.module.css';
import { useSession } from '#lib/session.ts';
import { type Kind, succeed, tagWords } from './kinds.ts';
import { type Count, useCountWords, useUsage } from './usage.ts';

type LostProps = { tag: ManagedTag; valueId?: string; inside: string | null };

/** What is lost with a tag or a value: `inside`, and the assignments of profiles and devices. */
function Lost({ tag, valueId, inside }: LostProps) {
  const { t } = useTranslation();
  const words = useCountWords();
  const all = useUsage(tag.id, true);
  const usage = valueId === undefined ? all : all?.values.find(({ id }) => id === valueId);
  const what = usage ? words(usage) : '';
  return (
    <>
      <Losses items={[...(inside ? [inside] : []), ...(what ? [t('groups.removal.lostFrom', { what })] : [])]} />
      {usage && !what ? <p className={entityStyles.text}>{t('groups.removal.nobody')}</p> : null}
    </>
  );
}

/** Deletes a tag after its name is typed as confirmation. */
export function useRemoveTag(kind: Kind): (tag: ManagedTag) => void {
  const { t } = useTranslation();
  const words = tagWords(kind);
  const insideOf = ({ values: { length: count } }: ManagedTag) =>
    kind === 'text' ? t('groups.removal.lostText') : count ? t('groups.removal.lostValues', { count }) : null;
  return (tag) =>
    confirmDelete({
      call: groups.remove,
      parts: { params: { id: tag.id } },
      label: tag.label,
      typed: true,
      lost: <Lost tag={tag} inside={insideOf(tag)} />,
      words: {
        title: t(`groups.words.${words}.remove`),
        success: t(`groups.words.${words}.deleted`),
        failure: t('groups.failures.tagCouldNotBeDeleted'),
      },
      onSuccess: succeed,
    });
}

/** Why a value cannot be deleted. */
export function useKeptValue(): (
  tag: ManagedTag,
  value: { name: string },
  usage: Count | undefined,
) => string | undefined {
  const { t } = useTranslation();
  const { authority } = useSession();
  return (tag, value, usage) => {
    if (!tag.is_location) return undefined;
    if (authority.features.includes('packageProtection')) return t('errors.locationProtected');
    const count = usage?.devices ?? 0;
    return count > 0 ? t('errors.locationInUse', { value: value.name, count }) : undefined;
  };
}

/** Deletes a value after its name is typed as confirmation. */
export function useRemoveValue(tag: ManagedTag): (value: { id: string; name: string }) => void {
  const { t } = useTranslation();
  return (value) =>
    confirmDelete({
      call: groups.editValues,
      parts: { params: { id: tag.id }, body: { values: [{ oldValue: value.name, newValue: null }] } },
      label: value.name,
      typed: true,
      lost: <Lost tag={tag} valueId={value.id} inside={null} />,
      words: {
        title: t('groups.words.groupValue.remove'),
        success: t('groups.words.groupValue.deleted'),
        failure: t('groups.failures.valueCouldNotBeDeleted'),
      },
      onSuccess: succeed,
    });
}
