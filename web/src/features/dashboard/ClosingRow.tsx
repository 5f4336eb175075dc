import { type ClosingCheck, type ClosingLocation, heldSince } from '@keyward/contract/custody';
import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { type FC, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useNow } from '#lib/now.ts';
import { useSession } from '#lib/session.ts';
import { useLocations } from '#parts/useLocations.ts';
import { Badge, type Tone } from '#ui/Badge.tsx';
import { IconCheck, IconClock, IconFailure, IconMinus, IconWarning } from '#ui/icons.tsx';
import { type ClosingState, closingStateOf } from './closingState.ts';
import { StoreTime } from './StoreTime.tsx';
import styles from './custody.module.css';

const looks: Record<ClosingState, { tone: Tone; icon: FC<{ size?: number }> }> = {
  red: { tone: 'failure', icon: IconWarning },
  missed: { tone: 'warning', icon: IconFailure },
  left: { tone: 'warning', icon: IconWarning },
  cleared: { tone: 'success', icon: IconCheck },
  green: { tone: 'success', icon: IconCheck },
  waiting: { tone: 'quiet', icon: IconClock },
  none: { tone: 'quiet', icon: IconMinus },
};

/** Last closing check of a location. */
export function ClosingRow({ row }: { row: ClosingLocation }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { location, next } = row;
  const state = closingStateOf(row, useNow());
  const last = state === 'none' || state === 'missed' ? null : row.last;
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
          <Nothing state={state} row={row} />
        )}
      </td>
      <td data-label={last || next ? t('closing.columns.closed') : undefined}>
        <span className={styles.lines}>
          {last ? <span>{dateTime(last.closed_at, zone)}</span> : null}
          {last ? <StoreTime at={last.closed_at} zone={row.zone} /> : null}
          {next ? <small>{t('closing.next', { time: dateTime(next, zone) })}</small> : null}
          {next ? <StoreTime at={next} zone={row.zone} /> : null}
        </span>
      </td>
      <td data-label={last ? t('closing.columns.since') : undefined}>
        {last ? <Steps check={last} there={row.zone} state={state} /> : null}
      </td>
    </tr>
  );
}

/** Reason why no problems are listed. */
function Nothing({ state, row: { due, zone: there } }: { state: ClosingState; row: ClosingLocation }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  if (state === 'missed' && due)
    return (
      <span className={styles.lines}>
        <span>{t('closing.missed', { time: dateTime(due, zone) })}</span>
        <StoreTime at={due} zone={there} />
      </span>
    );
  return <span className={styles.quiet}>{t(`closing.nothing.${state === 'none' ? 'none' : 'good'}`)}</span>;
}

/** Problems that the check found; `linked` if the lists show the same rows now. */
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
        'filter.lost_since': printFilter({ op: 'exists', value: false }),
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

type StepsProps = { check: ClosingCheck; there: string; state: ClosingState };

/** Times at which the problems were found, last checked, escalated and resolved. */
function Steps({ check, there, state }: StepsProps) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const wasFollowedUp = (state === 'red' || state === 'left') && check.looked_at > check.checked_at;
  const steps = [
    { step: t('closing.steps.checked'), at: check.checked_at },
    { step: t('closing.steps.looked'), at: wasFollowedUp ? check.looked_at : null },
    { step: t(`closing.steps.${check.escalated_to === 0 ? 'unsent' : 'escalated'}`), at: check.escalated_at },
    { step: t('closing.steps.cleared'), at: check.cleared_at },
  ];
  return (
    <span className={styles.lines}>
      {steps.map(({ step, at }) =>
        at === null ? null : (
          <Fragment key={step}>
            <small>
              {step}: {dateTime(at, zone)}
            </small>
            <StoreTime at={at} zone={there} />
          </Fragment>
        ),
      )}
    </span>
  );
}
