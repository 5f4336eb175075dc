import { type ClosingCheck, type ClosingLocation, heldSince } from '@keyward/contract/custody';
import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { useLocations } from '#parts/useLocations.ts';
import { Badge, type Tone } from '#ui/Badge.tsx';
import { IconCheck, IconClock, IconMinus, IconWarning } from '#ui/icons.tsx';
import { type ClosingState, closingStateOf } from './closingState.ts';
import styles from './custody.module.css';

const looks: Record<ClosingState, { tone: Tone; icon: FC<{ size?: number }> }> = {
  red: { tone: 'failure', icon: IconWarning },
  left: { tone: 'warning', icon: IconWarning },
  cleared: { tone: 'success', icon: IconCheck },
  green: { tone: 'success', icon: IconCheck },
  waiting: { tone: 'quiet', icon: IconClock },
  none: { tone: 'quiet', icon: IconMinus },
};

/** The last closing check of a location. */
export function ClosingRow({ row }: { row: ClosingLocation }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { location, next } = row;
  const state = closingStateOf(row);
  const last = state === 'none' ? null : row.last;
  return (
    <tr>
      <td>
        <Badge {...looks[state]}>{t(`closing.states.${state}`)}</Badge>
      </td>
      <th scope="row">{location.name}</th>
      <td data-label={t('closing.columns.found')}>
        {last && (state === 'red' || state === 'left') ? (
          <Found location={location.name} check={last} linked={state === 'red'} />
        ) : (
          <span className={styles.quiet}>{t(`closing.nothing.${state === 'none' ? 'none' : 'good'}`)}</span>
        )}
      </td>
      <td data-label={last || next ? t('closing.columns.closed') : undefined}>
        <span className={styles.lines}>
          {last ? <span>{dateTime(last.closed_at, zone)}</span> : null}
          {next ? <small>{t('closing.next', { time: dateTime(next, zone) })}</small> : null}
        </span>
      </td>
      <td data-label={last ? t('closing.columns.since') : undefined}>{last ? <Steps check={last} /> : null}</td>
    </tr>
  );
}

/** What is not in order; as links, where the lists show the same rows now. */
function Found({ location, check, linked }: { location: string; check: ClosingCheck; linked: boolean }) {
  const { t } = useTranslation();
  const column = useLocations()?.column;
  const here = column ? { [`filter.${column}`]: printFilter({ op: 'in', values: [location] }) } : {};
  const found = [
    {
      count: check.keys_out,
      text: t('closing.found.keys', { count: check.keys_out }),
      to: paths.devices({
        custom_view: 'Keys',
        'filter.held_since': printFilter({ op: 'gte', value: heldSince }),
        ...here,
      }),
    },
    {
      count: check.locks_unsecured,
      text: t('closing.found.locks', { count: check.locks_unsecured }),
      to: paths.devices({
        custom_view: 'Locks',
        'filter.security_status': printFilter({ op: 'in', values: ['unsecured'] }),
        ...here,
      }),
    },
    {
      count: check.okms_offline,
      text: t('closing.found.okms', { count: check.okms_offline }),
      to: paths.devices({ custom_view: 'OKMs Offline', ...here }),
    },
  ].filter(({ count }) => count > 0);
  return (
    <ul className={styles.found}>
      {found.map(({ text, to }) => (
        <li key={to}>{linked && column ? <Link to={to}>{text}</Link> : text}</li>
      ))}
    </ul>
  );
}

/** When it was found, escalated and put right. */
function Steps({ check }: { check: ClosingCheck }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const steps = [
    { step: t('closing.steps.checked'), at: check.checked_at },
    { step: t('closing.steps.escalated'), at: check.escalated_at },
    { step: t('closing.steps.cleared'), at: check.cleared_at },
  ];
  return (
    <span className={styles.lines}>
      {steps.map(({ step, at }) =>
        at === null ? null : (
          <small key={step}>
            {step}: {dateTime(at, zone)}
          </small>
        ),
      )}
    </span>
  );
}
