import { tagTypes } from '@keyward/contract/groups';
import { durations } from '@keyward/contract/limits';
import { showAlert } from '#ui/alerts.ts';

export type Kind = keyof typeof tagTypes;
export const typeQuery = (kind: Kind) => ({ type: kind === 'group' ? '1' : '0' }) as const;

/** Text group under `groups.words` with the nouns for the tags of a kind. */
export const tagWords = (kind: Kind) => (kind === 'group' ? 'groupTag' : 'textTag');

/** Success alerts of the tag screens stay longer than others. Specification, part 2, section 9. */
export const succeed = (message: string): void =>
  showAlert('main', { type: 'Success', message, autoDismiss: durations.tagAlertMs });
