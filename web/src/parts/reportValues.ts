import { limits } from '@keyward/contract/limits';
import { isTimeOfDay } from '@keyward/contract/organization-settings';
import type { Report, ReportPlan, ReportSchedule } from '@keyward/contract/reports';
import { line } from '@keyward/contract/text';
import { knownTimeZone } from '@keyward/contract/time-zones';
import { weekdays } from '@keyward/contract/weekdays';
import { z } from 'zod';
import { typedTime } from '#lib/typedTime.ts';

/** The fields of a scheduled report, as a form has them. */
export type ReportValues = {
  name: string;
  every: ReportSchedule['every'];
  weekday: (typeof weekdays)[number];
  day: string;
  time: string;
  zone: string;
};
const isDay = (text: string) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 31;

export const reportSchema = z
  .object({
    name: line(limits.viewName, { required: 'required', tooLong: 'tooLong' }),
    every: z.enum(['day', 'week', 'month']),
    weekday: z.enum(weekdays),
    day: z.string(),
    time: z.string().refine((text) => isTimeOfDay(typedTime(text)), { error: 'invalidTime' }),
    zone: z.string(),
  })
  .refine(({ every, day }) => every !== 'month' || isDay(day), { error: 'invalidNumber', path: ['day'] });

/** The values of a new report: each morning, by the clock on screen. */
export const newReport = (name: string, zone: string): ReportValues => ({
  name: [...name].slice(0, limits.viewName).join(''),
  every: 'day',
  weekday: 'mon',
  day: '1',
  time: '08:00',
  zone: knownTimeZone(zone) ?? 'UTC',
});

export const valuesOf = ({ name, schedule }: Report): ReportValues => ({
  ...newReport(name, schedule.zone),
  name,
  every: schedule.every,
  time: schedule.time,
  ...(schedule.every === 'week' ? { weekday: schedule.weekday } : {}),
  ...(schedule.every === 'month' ? { day: String(schedule.day) } : {}),
});

function scheduleOf({ every, weekday, day, time: typed, zone }: ReportValues): ReportSchedule {
  const time = typedTime(typed);
  if (every === 'week') return { every, weekday, time, zone };
  if (every === 'month') return { every, day: Number(day), time, zone };
  return { every, time, zone };
}

/** The valid fields as a call sends them. */
export const planOf = (values: ReportValues): ReportPlan => ({ name: values.name, schedule: scheduleOf(values) });
