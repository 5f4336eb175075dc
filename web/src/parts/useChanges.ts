import type { Event, EventChange } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { dateTimeSeconds } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { changesInWords } from './changes.ts';
import { changeWords } from './changeWords.ts';

/** The changes of an event, in the current language and time zone. */
export function useChanges(event: { description: Pick<Event['description'], 'changes'> }): EventChange[] {
  const { i18n } = useTranslation();
  const { zone } = useSession();
  return changesInWords(event, changeWords(i18n), (instant) => dateTimeSeconds(instant, zone));
}
