import { Input, Popover } from '@mantine/core';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { dayWords } from '#lib/dateWords.ts';
import { lazily } from '#lib/lazily.ts';
import type { WallTime } from '#lib/wallTime.ts';
import styles from './DateTimeRange.module.css';
import { focusField } from './focusField.ts';
import unseen from './unseen.module.css';
import { Waiting } from './Waiting.tsx';

const DateTimeCalendar = lazily(async () => (await import('./DateTimeCalendar.tsx')).DateTimeCalendar, {
  texts: ['filters'],
});

/** The calendar is taller than the room beside a field of a drawer: it moves over the field rather than out of the window. */
const wholeInWindow = {
  shift: { crossAxis: true, limiter: { fn: ({ x, y }: { x: number; y: number }) => ({ x, y }) } },
};

type Props = {
  label: string;
  /** Shown when nothing is chosen. */
  placeholder: string;
  /** `YYYY-MM-DD HH:mm`, '' when nothing is chosen. */
  value: WallTime;
  /** IANA zone of the time; its current day is marked in the calendar. */
  zone: string;
  /** The time of a newly chosen day: its first minute as a start, its last one as an end. */
  edge: 'from' | 'to';
  /** Other days cannot be chosen; a time beyond the first or the last becomes it when the input is left. */
  within?: { first: WallTime; last: WallTime };
  disabled?: boolean;
  required?: boolean;
  /** Only the day is chosen, which closes the calendar; the time in `value` stays. */
  dayOnly?: boolean;
  /** The label is for screen readers alone. */
  unseenLabel?: boolean;
  error?: ReactNode;
  onChange: (value: WallTime) => void;
};

/** One date, with its time of day unless it is a day only, chosen in a calendar. */
export function DateTimeField({ label, placeholder, value, zone, edge, within, error, onChange, ...state }: Props) {
  const { disabled = false, required = false, dayOnly = false, unseenLabel = false } = state;
  const [open, setOpen] = useState(false);
  const id = useId();
  const field = useRef<HTMLButtonElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const time = dayOnly ? '' : ` ${value.slice(11, 16)}`;
  const words = value ? dayWords(value.slice(0, 10)) + time : placeholder;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      withAsterisk={required}
      labelProps={{ id: `${id}-label`, ...(unseenLabel ? { className: unseen.unseen } : {}) }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <Popover
        opened={open}
        onChange={setOpen}
        onClose={() => focusField(calendar, () => field.current)}
        position="bottom-start"
        shadow="lg"
        trapFocus
        middlewares={wholeInWindow}
        withRoles={false}
      >
        <Popover.Target>
          <button
            ref={field}
            type="button"
            id={id}
            className={styles.input}
            aria-haspopup="dialog"
            aria-labelledby={`${id}-label ${id}`}
            {...(error ? { 'aria-describedby': `${id}-error`, 'aria-invalid': true, 'data-invalid': true } : {})}
            data-empty={!value || undefined}
            data-alone
            data-printed
            disabled={disabled}
            onClick={() => setOpen(!open)}
          >
            {words}
          </button>
        </Popover.Target>
        <Popover.Dropdown ref={calendar} role="dialog" className={styles.dropdown ?? ''} aria-label={label}>
          <Suspense fallback={<Waiting />}>
            <DateTimeCalendar
              zone={zone}
              {...(edge === 'from' ? { from: value, to: '' } : { from: '', to: value })}
              only={edge}
              {...(within ? { within } : {})}
              exact
              dayOnly={dayOnly}
              onChange={(from, to) => {
                onChange(edge === 'from' ? from : to);
                if (dayOnly) setOpen(false);
              }}
              onDone={() => setOpen(false)}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}
