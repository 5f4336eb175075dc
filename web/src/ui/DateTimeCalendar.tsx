import '@mantine/dates/styles.css';
import 'dayjs/locale/fr.js';
import 'dayjs/locale/ja.js';
import 'dayjs/locale/ko.js';
import { Button } from '@mantine/core';
import { DatePicker, DatesProvider, TimePicker } from '@mantine/dates';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayWords, monthWords } from '#lib/dateWords.ts';
import type { WallTime } from '#lib/wallTime.ts';
import { zonedDay } from '#lib/zoned.ts';
import { settledEnd, withDays, withTime } from './calendar.ts';
import styles from './DateTimeCalendar.module.css';
import type { DateTimeRangeProps } from './DateTimeRange.tsx';
import { TypedDates } from './TypedDates.tsx';

type Props = Pick<DateTimeRangeProps, 'from' | 'to' | 'zone' | 'onChange' | 'onTyped' | 'onEnter' | 'named'> & {
  /** Dates can be typed as well. */
  typed?: boolean;
  /** Only the start, or the end, can be chosen. */
  only?: 'from' | 'to';
  /** Limits the choice to these days, and on the first and the last one to these times. */
  within?: { first: WallTime; last: WallTime };
  /** The end is the time as typed, not the last minute of a range: midnight does not become the end of the day. */
  exact?: boolean;
  /** The times cannot be changed, and are not shown. */
  dayOnly?: boolean;
  onDone: () => void;
};

const year = (day: string) => day.slice(0, 4);
const limited = (wall: WallTime, within: Props['within']): WallTime => {
  if (!wall || !within) return wall;
  if (wall > within.last) return within.last;
  return wall < within.first ? within.first : wall;
};

/**
 * The calendar and times of a date range: weeks start on Monday, the weekend is Saturday and Sunday, the levels are
 * month, year and decade; two clicks set the start and the end, in either order. Specification, part 2, section 4.
 */
export function DateTimeCalendar({
  from,
  to,
  zone,
  only,
  within,
  exact = false,
  dayOnly = false,
  typed,
  ...on
}: Props) {
  const { onChange, onTyped, onDone, onEnter, named } = on;
  const { t, i18n } = useTranslation();
  // the calendar shows the month that is typed
  const [typedMonth, setTypedMonth] = useState('');
  const [today] = useState(() => zonedDay(Date.now(), zone));
  const box = useRef<HTMLDivElement>(null);
  // it may load after the dropdown has moved the focus in: focuses the chosen day, or today
  const focusInside = () => box.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus();
  useEffect(focusInside, []);
  const shared = {
    size: 'sm' as const,
    getDayProps: (day: string) => (day === today ? { 'aria-current': 'date' as const } : {}),
    __stopPropagation: true,
    // the control that changed the level is gone, and the focus with it
    onLevelChange: () =>
      requestAnimationFrame(() => {
        if (!box.current?.contains(document.activeElement)) focusInside();
      }),
    monthLabelFormat: monthWords,
    yearLabelFormat: year,
    getDayAriaLabel: dayWords,
    ariaLabels: {
      nextMonth: t('filters.calendar.nextMonth'),
      previousMonth: t('filters.calendar.previousMonth'),
      nextYear: t('filters.calendar.nextYear'),
      previousYear: t('filters.calendar.previousYear'),
      nextDecade: t('filters.calendar.nextDecade'),
      previousDecade: t('filters.calendar.previousDecade'),
    },
  };
  const shown = to || from;
  // Escape closes the calendar, not the drawer around it
  const inside = { 'data-mantine-stop-propagation': 'true' };
  const clock = (label: string) => ({
    label,
    format: '24h' as const,
    hoursInputLabel: `${label}, ${t('filters.calendar.hours')}`,
    minutesInputLabel: `${label}, ${t('filters.calendar.minutes')}`,
    hoursInputProps: inside,
    minutesInputProps: inside,
  });
  const first = from.slice(0, 10) || null;
  const last = to.slice(0, 10) || null;
  return (
    <DatesProvider
      settings={{
        locale: i18n.language.split('-')[0] ?? 'en',
        firstDayOfWeek: 1,
        weekendDays: [0, 6],
        consistentWeeks: true,
      }}
    >
      {typed ? (
        <TypedDates
          zone={zone}
          onTyped={(words, range) => {
            if (range) setTypedMonth(range.to.slice(0, 7));
            if (onTyped) onTyped(words, range);
            else if (range) onChange(only === 'to' ? '' : range.from, range.to);
          }}
          onEnter={(start, end) => {
            onEnter?.(only === 'to' ? '' : start, end);
            onDone();
          }}
          named={named}
          onDone={onDone}
        />
      ) : null}
      <div ref={box} className={styles.calendar}>
        {only ? (
          <DatePicker
            {...shared}
            value={only === 'from' ? first : last}
            {...(shown ? { defaultDate: shown.slice(0, 10) } : {})}
            {...(within ? { minDate: within.first.slice(0, 10), maxDate: within.last.slice(0, 10) } : {})}
            onChange={(day) => {
              const next = withDays(only === 'from' ? [day, null] : [null, day], { from, to }, exact);
              onChange(limited(next.from, within), limited(next.to, within));
            }}
          />
        ) : (
          <DatePicker
            {...shared}
            type="range"
            allowSingleDateInRange
            value={[first, last]}
            {...(shown ? { defaultDate: shown.slice(0, 10) } : {})}
            key={typedMonth}
            onChange={(days) => {
              const next = withDays(days, { from, to }, exact);
              onChange(next.from, next.to);
            }}
          />
        )}
      </div>
      {dayOnly ? null : (
        <div className={styles.times}>
          {only === 'to' ? null : (
            <TimePicker
              {...clock(t('filters.calendar.startTime'))}
              value={from.slice(11, 16)}
              disabled={!from}
              onChange={(time) => onChange(withTime(from, time, 'from'), to)}
              onBlur={() => within && onChange(limited(from, within), to)}
            />
          )}
          {only === 'from' ? null : (
            <TimePicker
              {...clock(t('filters.calendar.endTime'))}
              value={to.slice(11, 16)}
              disabled={!to}
              onChange={(time) => onChange(from, withTime(to, time, 'to'))}
              onBlur={() => onChange(from, limited(exact ? to : settledEnd(from, to), within))}
            />
          )}
        </div>
      )}
      <div className={styles.actions}>
        <Button {...inside} variant="subtle" size="xs" disabled={!from && !to} onClick={() => onChange('', '')}>
          {t('filters.calendar.clear')}
        </Button>
        <Button {...inside} variant="default" size="xs" onClick={onDone}>
          {t('filters.calendar.done')}
        </Button>
      </div>
    </DatesProvider>
  );
}
