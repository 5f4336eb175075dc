import type { ReportSchedule } from '@keyward/contract/reports';
import { weekdays } from '@keyward/contract/weekdays';
import { useTranslation } from 'react-i18next';
import { weekdayNames } from '#lib/weekdays.ts';

/** 'Every day at 08:00'. */
export function useScheduleWords(): (schedule: ReportSchedule) => string {
  const { t } = useTranslation();
  return (schedule) => {
    const { every, time } = schedule;
    if (every === 'day') return t('reports.says.day', { time });
    if (every === 'month') return t('reports.says.month', { time, day: schedule.day });
    return t('reports.says.week', { time, weekday: weekdayNames()[weekdays.indexOf(schedule.weekday)] ?? '' });
  };
}
