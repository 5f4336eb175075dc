import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups, tagTypes } from '@keyward/contract/groups';
import { durations } from '@keyward/contract/limits';
import { refresh } from '#lib/api.ts';
import { showAlert } from '#ui/alerts.ts';

export type Kind = keyof typeof tagTypes;
export const typeQuery = (kind: Kind) => ({ type: kind === 'group' ? '1' : '0' }) as const;

/** What a kind calls its tags, and access groups their values: a group of texts under `groups.words`. */
export const tagWords = (kind: Kind) => (kind === 'group' ? 'groupTag' : 'textTag');

/** What a change of tags makes stale: themselves, and whatever shows them. */
export const refreshTags = (): Promise<void> =>
  Promise.all([refreshWithoutCounts(), refresh(groups.usage)]).then(() => {});
/** The same after a tag was deleted: nobody counts it any more, and the others are used as before. */
export const refreshWithoutCounts = (): Promise<void> =>
  refresh(groups.all, groups.definitions, devices.list, devices.get, activity.list);

/** A success of the tag screens stays longer than others. Specification, part 2, section 9. */
export const succeed = (message: string): void =>
  showAlert('main', { type: 'Success', message, autoDismiss: durations.tagAlertMs });
