import { limits } from '@keyward/contract/limits';
import { type Watch, type WatchDelivery, watchDeliveries, type WatchRule } from '@keyward/contract/watches';
import { isTimeOfDay } from '@keyward/contract/organization-settings';
import { line } from '@keyward/contract/text';
import { knownTimeZone } from '@keyward/contract/time-zones';
import { z } from 'zod';
import { typedTime } from '#lib/typedTime.ts';

/** The fields of a watch, as a form has them. */
export type WatchValues = {
  name: string;
  when: WatchRule['when'];
  above: string;
  minutes: string;
  delivery: WatchDelivery;
  from: string;
  to: string;
};
const whole = (text: string, least: number, most: number) =>
  /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most;
const isTime = (text: string) => text === '' || isTimeOfDay(typedTime(text));
/** Without mail there are no quiet hours, and the form does not show their fields. */
const isMailed = ({ delivery }: { delivery: WatchDelivery }) => delivery !== 'inbox';

export const watchSchema = z
  .object({
    name: line(limits.viewName, { required: 'required', tooLong: 'tooLong' }),
    when: z.enum(['appears', 'count', 'still']),
    above: z.string(),
    minutes: z.string(),
    delivery: z.enum(watchDeliveries),
    from: z.string(),
    to: z.string(),
  })
  .refine((v) => v.when !== 'count' || whole(v.above, 0, 1_000_000), { error: 'invalidNumber', path: ['above'] })
  .refine((v) => v.when !== 'still' || whole(v.minutes, 1, 43_200), { error: 'invalidNumber', path: ['minutes'] })
  .refine((v) => !isMailed(v) || isTime(v.from), { error: 'invalidTime', path: ['from'] })
  .refine((v) => !isMailed(v) || isTime(v.to), { error: 'invalidTime', path: ['to'] })
  .refine((v) => !isMailed(v) || (v.from === '') === (v.to === ''), { error: 'required', path: ['to'] })
  .refine((v) => !isMailed(v) || v.from === '' || !isTime(v.to) || typedTime(v.from) !== typedTime(v.to), {
    error: 'emptyPeriod',
    path: ['to'],
  });

export const newWatch = (name: string): WatchValues => ({
  name,
  when: 'appears',
  above: '0',
  minutes: '30',
  delivery: 'mail',
  from: '',
  to: '',
});

export const valuesOf = ({ name, rule, delivery, quiet }: Watch): WatchValues => ({
  ...newWatch(name),
  when: rule.when,
  ...(rule.when === 'count' ? { above: String(rule.above) } : {}),
  ...(rule.when === 'still' ? { minutes: String(rule.minutes) } : {}),
  delivery,
  from: quiet?.from ?? '',
  to: quiet?.to ?? '',
});

/** The rule in the fields; null while its number is invalid. */
export function ruleOf({ when, above, minutes }: WatchValues): WatchRule | null {
  if (when === 'appears') return { when };
  if (when === 'count') return whole(above, 0, 1_000_000) ? { when, above: Number(above) } : null;
  return whole(minutes, 1, 43_200) ? { when, minutes: Number(minutes) } : null;
}

/** The zone on screen, which applies to the times of a watch; nothing for one that the portal does not know. */
export function zoneOf(onScreen: string): { zone?: string } {
  const zone = knownTimeZone(onScreen);
  return zone === undefined ? {} : { zone };
}

/** The valid fields as a call sends them. `onScreen`: the zone of the times on screen. */
export const inputOf = (values: WatchValues, onScreen: string) => ({
  ...zoneOf(onScreen),
  name: values.name,
  rule: ruleOf(values) ?? { when: 'appears' as const },
  delivery: values.delivery,
  quiet: !isMailed(values) || values.from === '' ? null : { from: typedTime(values.from), to: typedTime(values.to) },
});
