import { Input, Popover } from '@mantine/core';
import { type MouseEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayWords } from '#lib/dateWords.ts';
import { lazily } from '#lib/lazily.ts';
import type { TypedRange } from '#lib/typedDates.ts';
import type { WallTime } from '#lib/wallTime.ts';
import styles from './DateTimeRange.module.css';
import { focusField } from './focusField.ts';
import unseen from './unseen.module.css';
import { Waiting } from './Waiting.tsx';

const DateTimeCalendar = lazily(async () => (await import('./DateTimeCalendar.tsx')).DateTimeCalendar, {
  texts: ['filters'],
});

export type DateTimeRangeProps = {
  label: string;
  /** `YYYY-MM-DD HH:mm`, '' when nothing is chosen. */
  from: WallTime;
  to: WallTime;
  /** IANA zone of the times; its current day is marked in the calendar. */
  zone: string;
  onChange: (from: WallTime, to: WallTime) => void;
  /** Only the end can be chosen. */
  endOnly?: boolean;
  /** Shown in a single input, in place of two times. */
  instead?: ReactNode;
  /** Shown beside the calendar. */
  beside?: (close: () => void) => ReactNode;
  /**
   * Called while words are typed, in place of `onChange`, with the range that they mean; undefined where they mean none, or are
   * `named`.
   */
  onTyped?: (typed: string, range: TypedRange | undefined) => void;
  /** Called when a typed range is confirmed. */
  onEnter?: (from: WallTime, to: WallTime) => void;
  /** Returns the action of typed words that name something else than two times; called when they are confirmed. */
  named?: (typed: string) => (() => void) | undefined;
};

/** A time as date inputs show it: 'MMMM D, YYYY' and the time of day. */
const words = (wall: WallTime) => (wall ? `${dayWords(wall.slice(0, 10))} ${wall.slice(11, 16)}` : '');

/** Two inputs joined by 'to'; either opens the calendar. Specification, part 2, section 2 'Date-range filter'. */
export function DateTimeRange({ error, instead, beside, ...range }: DateTimeRangeProps & { error?: ReactNode }) {
  const { t } = useTranslation();
  const { label, from, to, endOnly } = range;
  const [open, setOpen] = useState(false);
  const errorId = useId();
  const opener = useRef<HTMLElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const shared = {
    type: 'button' as const,
    className: styles.input,
    'aria-haspopup': 'dialog' as const,
    ...(error ? { 'aria-describedby': errorId, 'data-invalid': true } : {}),
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      opener.current = event.currentTarget;
      setOpen(!open);
    },
  };
  const input = (name: string, wall: WallTime) => (
    <button
      {...shared}
      aria-label={[label, name, words(wall)].filter(Boolean).join(', ')}
      data-empty={!wall || undefined}
    >
      {words(wall) || name}
    </button>
  );
  // a period replaces the end, whose input may have opened the calendar
  const field = () => (opener.current?.isConnected ? opener.current : group.current?.querySelector('button'));
  return (
    <div ref={group} role="group" aria-label={label} className={styles.group}>
      <Popover
        opened={open}
        onChange={setOpen}
        onClose={() => focusField(calendar, field)}
        position="bottom-start"
        shadow="lg"
        trapFocus
        withRoles={false}
      >
        <Popover.Target>
          <div className={styles.inputs}>
            {instead ? (
              <button {...shared}>
                <span className={unseen.unseen}>{label}, </span>
                {instead}
              </button>
            ) : endOnly ? null : (
              input(t('list.dates.start'), from)
            )}
            {instead ? null : (
              <div className={styles.end}>
                {endOnly ? null : <span className={styles.to}>{t('list.dates.to')}</span>}
                {input(t('list.dates.end'), to)}
              </div>
            )}
          </div>
        </Popover.Target>
        <Popover.Dropdown ref={calendar} role="dialog" className={styles.dropdown ?? ''} aria-label={label}>
          <Suspense fallback={<Waiting />}>
            <div className={styles.panels}>
              {beside?.(() => setOpen(false))}
              <div>
                <DateTimeCalendar {...range} {...(endOnly ? { only: 'to' } : {})} typed onDone={() => setOpen(false)} />
              </div>
            </div>
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {error ? (
        <Input.Error id={errorId} role="alert">
          {error}
        </Input.Error>
      ) : null}
    </div>
  );
}
