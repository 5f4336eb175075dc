import { tagValueName } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { type Location, locationHours, type OpeningHours, openingHours } from '@keyward/contract/locations';
import { z } from 'zod';
import { typedTime } from '#lib/typedTime.ts';
import { curfewRules, type CurfewValues, toCurfew, toCurfewValues } from '#parts/curfewValues.ts';

/** A day's hours in the form; a closed day keeps its times, in case it is opened again. */
export type DayValues = OpeningHours & { open: boolean };
export type LocationValues = {
  name: string;
  /** '' for the zone of the organization. */
  time_zone: string;
  /** Whether it has hours of its own. */
  own: boolean;
  week: DayValues[];
  exceptions: (DayValues & { date: string })[];
  curfew: CurfewValues;
};

const toDay = (hours: OpeningHours | null, otherwise: OpeningHours): DayValues => ({
  opens: (hours ?? otherwise).opens,
  closes: (hours ?? otherwise).closes,
  open: hours !== null,
});
/** Hours as they are stored, even if a save comes before the field is left. */
const toHours = ({ open, opens, closes }: DayValues): OpeningHours | null =>
  open ? { opens: typedTime(opens), closes: typedTime(closes) } : null;

export const toValues = ({
  name,
  time_zone: zone,
  week,
  exceptions,
  organization,
  curfew,
}: Location): LocationValues => ({
  name,
  time_zone: zone ?? '',
  own: week !== null,
  week: Array.from({ length: 7 }, (_, i) => toDay(week ? (week[i] ?? null) : organization, organization)),
  exceptions: exceptions.map(({ date, hours }) => ({ date, ...toDay(hours, organization) })),
  curfew: toCurfewValues(curfew),
});

/** Body of a save; the name only if it was changed, the curfew only if the profile may set it. */
export const toBody = (values: LocationValues, stored: Location, maySetCurfew: boolean) => ({
  time_zone: values.time_zone || null,
  week: values.own ? values.week.map(toHours) : null,
  exceptions: values.exceptions.map((one) => ({ date: one.date, hours: toHours(one) })),
  ...(maySetCurfew ? { curfew: toCurfew(values.curfew) } : {}),
  ...(values.name.trim() === stored.name ? {} : { rename: { oldValue: stored.name, newValue: values.name.trim() } }),
});

const day = z.object({ open: z.boolean(), opens: z.string(), closes: z.string() });
const { date } = locationHours.shape.exceptions.in.element.shape;

/** Rules of the contract for open days; hours are not checked unless the location has its own. */
export const locationRules = z
  .object({
    name: tagValueName,
    time_zone: z.string(),
    own: z.boolean(),
    week: z.array(day),
    exceptions: z.array(day.extend({ date: z.string() })).max(limits.openingExceptions, { error: 'tooMany' }),
    curfew: curfewRules,
  })
  .superRefine(({ own, week, exceptions }, context) => {
    const complain = (message: string, path: PropertyKey[]) => context.addIssue({ code: 'custom', message, path });
    const judge = (one: DayValues, path: PropertyKey[]) => {
      const hours = toHours(one);
      const issues = hours ? (openingHours.safeParse(hours).error?.issues ?? []) : [];
      for (const issue of issues) complain(issue.message, [...path, ...issue.path]);
    };
    if (own) for (const [i, one] of week.entries()) judge(one, ['week', i]);
    for (const [i, one] of exceptions.entries()) {
      judge(one, ['exceptions', i]);
      const wrong = date.safeParse(one.date).error?.issues[0]?.message;
      const twice = exceptions.findIndex((other) => other.date === one.date) < i ? 'duplicateDate' : undefined;
      const message = wrong ?? twice;
      if (message) complain(message, ['exceptions', i, 'date']);
    }
  });
