import { isTimeOfDay } from '@keyward/contract/organization-settings';

/** A time of day as people type it, such as 9:30, 930 or 0930, in the form of the contract; other text stays as it is. */
export function typedTime(text: string): string {
  const [, hours = '', minutes = ''] = /^(\d\d?):?(\d\d)$/.exec(text.trim()) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return isTimeOfDay(time) ? time : text;
}
