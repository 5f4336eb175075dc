import { curfew, hoursOfCurfew } from '@keyward/contract/curfew';
import { z } from 'zod';
import { typedTime } from '#lib/typedTime.ts';

/** A curfew in a form; the values of the other kinds stay, for when they are chosen again. */
export type CurfewValues = { kind: 'none' | 'time' | 'hours'; time: string; hours: string };

export function toCurfewValues(stored: string | null): CurfewValues {
  const values: CurfewValues = { kind: 'none', time: '20:00', hours: '8' };
  if (stored === null) return values;
  const hours = hoursOfCurfew(stored);
  return hours === undefined
    ? { ...values, kind: 'time', time: stored }
    : { ...values, kind: 'hours', hours: String(hours) };
}

/** The curfew as it is stored. */
export function toCurfew({ kind, time, hours }: CurfewValues): string | null {
  if (kind === 'none') return null;
  return kind === 'time' ? typedTime(time.trim()) : `${hours.trim()}h`;
}

/** The contract's rule, for the field that is shown. */
export const curfewRules = z
  .object({ kind: z.enum(['none', 'time', 'hours']), time: z.string(), hours: z.string() })
  .superRefine((values, context) => {
    const issue = curfew.safeParse(toCurfew(values)).error?.issues[0];
    if (issue) context.addIssue({ code: 'custom', message: issue.message, path: [values.kind] });
  });
