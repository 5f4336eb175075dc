import { tagTypes } from '@keyward/contract/groups';
import { durations } from '@keyward/contract/limits';
import { showAlert } from '#ui/alerts.ts';

export type Kind = keyof typeof tagTypes;
export const typeQuery = (kind: Kind) => ({ type: kind === 'group' ? '1' : '0' }) as const;

/** What a kind calls its tags, and access groups their values: a group of texts under `groups.words`. */
export const tagWords = (kind: Kind) => (kind === 'group' ? 'groupTag' : 'textTag');

/** A success of the tag screens stays longer than others. Specification, part 2, section 9. */
export const succeed = (message: string): void =>
  showAlert('main', { type: 'Success', message, autoDismiss: durations.tagAlertMs });
