import { groups } from '@keyward/contract/calls';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { type ManagedTag, tagTypes } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { ConfirmDelete, type Deletion, Losses } from '#entity/confirmDelete.tsx';
import entityStyles from '#entity/entity.module.css';
import { useSession } from '#lib/session.ts';
import { askConfirmation } from '#ui/confirmation.ts';
import { type Kind, succeed, tagWords } from './kinds.ts';
import { withEvery } from './count.ts';
import { useCountWords, useUsage } from './usage.ts';

type Value = { id: string; name: string };
/** Number of devices that have a tag or value, and of those among them that are not visible. */
type Carriers = { devices: number; hidden: number };

/** Only groups restrict devices: text fields do not, and a location that has devices cannot be deleted. */
const restricts = (tag: ManagedTag) => tag.type === tagTypes.group && !tag.is_location;

/** Returns the reason why a group, or a value of it, cannot be taken from its devices. The server applies the same rules. */
function useTakingRefusal(): (tag: ManagedTag, value: string, usage: Carriers | undefined) => string | undefined {
  const { t } = useTranslation();
  const { authority } = useSession();
  return (tag, value, usage) => {
    const { devices: count, hidden } = usage ?? { devices: 0, hidden: 0 };
    if (count === 0 || !restricts(tag)) return undefined;
    if (!can.editDevices.holds(authority)) return t('errors.groupNeedsDevices', { value, count });
    if (!can.assignGroups.holds(authority)) return t('errors.groupNeedsAssigning', { value, count });
    return hidden > 0 ? t('errors.groupNeedsLocations', { value, count, hidden }) : undefined;
  };
}

/** Usage of a tag or value; `opened`: the devices that its deletion opens; `listed`: includes objects with every value. */
function useLoss(tag: ManagedTag, value: Value | undefined) {
  const all = useUsage(tag.id, true);
  const one = value && all?.values.find(({ id }) => id === value.id);
  if (value) return all && one && { ...one, listed: withEvery(one, all) };
  return all && { ...all, opened: all.devices, listed: all };
}

type LostProps = { tag: ManagedTag; value?: Value; inside: string | null };

/** Confirms the deletion of a tag or value, whose name must be typed. */
function ConfirmRemoval<E extends EndpointSpec>({
  tag,
  value,
  inside,
  ...deletion
}: LostProps & Omit<Deletion<E>, 'label' | 'lost'>) {
  const refusal = useTakingRefusal();
  const usage = useLoss(tag, value);
  const label = value?.name ?? tag.label;
  return (
    <ConfirmDelete
      {...deletion}
      label={label}
      typed
      lost={<Lost tag={tag} inside={inside} {...(value ? { value } : {})} />}
      refusal={refusal(tag, label, usage)}
      onSuccess={succeed}
    />
  );
}

/** Losses with a tag or value: `inside`, the assignments of profiles and devices, and the restrictions of devices. */
function Lost({ tag, value, inside }: LostProps) {
  const { t } = useTranslation();
  const words = useCountWords();
  const usage = useLoss(tag, value);
  const what = usage ? words(usage) : '';
  const opened = usage && restricts(tag) ? usage.opened : 0;
  return (
    <>
      <Losses
        items={[
          ...(inside ? [inside] : []),
          ...(what ? [t('groups.removal.lostFrom', { what })] : []),
          ...(opened ? [t('groups.removal.opened', { count: opened })] : []),
        ]}
      />
      {usage && !words(usage.listed) ? <p className={entityStyles.text}>{t('groups.removal.nobody')}</p> : null}
    </>
  );
}

/** Deletes a tag once its name has been typed as confirmation. */
export function useRemoveTag(kind: Kind): (tag: ManagedTag) => void {
  const { t } = useTranslation();
  const words = tagWords(kind);
  const insideOf = ({ values: { length: count } }: ManagedTag) =>
    kind === 'text' ? t('groups.removal.lostText') : count ? t('groups.removal.lostValues', { count }) : null;
  return (tag) =>
    askConfirmation(
      <ConfirmRemoval
        tag={tag}
        inside={insideOf(tag)}
        call={groups.remove}
        parts={{ params: { id: tag.id } }}
        words={{
          title: t(`groups.words.${words}.remove`),
          success: t(`groups.words.${words}.deleted`),
          failure: t('groups.failures.tagCouldNotBeDeleted'),
        }}
      />,
    );
}

/** Returns the reason why a tag cannot be deleted. */
export function useUndeletableTag(): (tag: ManagedTag, usage: Carriers | undefined) => string | undefined {
  const { t } = useTranslation();
  const refusal = useTakingRefusal();
  return (tag, usage) => (tag.is_location ? t('errors.locationTagKept') : refusal(tag, tag.label, usage));
}

/** Returns the reason why a value cannot be deleted. */
export function useUndeletableValue(): (
  tag: ManagedTag,
  value: Pick<Value, 'name'>,
  usage: Carriers | undefined,
) => string | undefined {
  const { t } = useTranslation();
  const { authority } = useSession();
  const refusal = useTakingRefusal();
  return (tag, value, usage) => {
    if (!tag.is_location) return refusal(tag, value.name, usage);
    if (authority.features.includes('packageProtection')) return t('errors.locationProtected');
    const count = usage?.devices ?? 0;
    return count > 0 ? t('errors.locationInUse', { value: value.name, count }) : undefined;
  };
}

/** Deletes a value once its name has been typed as confirmation. */
export function useRemoveValue(tag: ManagedTag): (value: Value) => void {
  const { t } = useTranslation();
  return (value) =>
    askConfirmation(
      <ConfirmRemoval
        tag={tag}
        value={value}
        inside={null}
        call={groups.editValues}
        parts={{ params: { id: tag.id }, body: { values: [{ oldValue: value.name, newValue: null }] } }}
        words={{
          title: t('groups.words.groupValue.remove'),
          success: t('groups.words.groupValue.deleted'),
          failure: t('groups.failures.valueCouldNotBeDeleted'),
        }}
      />,
    );
}
