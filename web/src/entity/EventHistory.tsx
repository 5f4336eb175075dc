import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { activity } from '@keyward/contract/calls';
import type { Event } from '@keyward/contract/activity';
import { paths } from '@keyward/contract/paths';
import { SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh, useApi } from '#lib/api.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { happenedText } from '#parts/happened.ts';
import { ResultBadge } from '#parts/ResultBadge.tsx';
import { useChanges } from '#parts/useChanges.ts';
import { IconClock } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './entity.module.css';

/** `entity_id`: the events about an object; `agent_id`: those that a person caused. */
export type HistoryOf = 'entity_id' | 'agent_id';

/** The newest events of an object, as far as the profile may read them, and a link to all of them. */
export function EventHistory({ id, by }: { id: string; by: readonly HistoryOf[] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [column, setColumn] = useState<HistoryOf>(by[0] ?? 'entity_id');
  const events = useApi(activity.list, { query: { [column]: id, results_per_page: '20' } });
  const reply = events.data;
  return (
    <>
      {by.length > 1 ? (
        <SegmentedControl
          fullWidth
          aria-label={t('entity.history.which')}
          data={by.map((value) => ({ value, label: t(`entity.history.of.${value}`) }))}
          value={column}
          onChange={setColumn}
        />
      ) : null}
      {events.error ? (
        <ErrorState
          title={t('entity.history.failed')}
          text={errorText(events.error)}
          action={t('common.retry')}
          onAction={() => void refresh(activity.list)}
        />
      ) : !reply ? (
        <>
          <Spinner mt="md" />
          <SlowNotice />
        </>
      ) : reply.data.length === 0 ? (
        <EmptyState title={t('entity.history.none')} icon={<IconClock size={24} />} />
      ) : (
        <>
          <ol className={styles.history}>
            {reply.data.map((event) => (
              <Entry key={event.id} event={event} other={column === 'entity_id' ? 'agentName' : 'entityName'} />
            ))}
          </ol>
          <Link to={paths.activity()} search={{ [`filter.${column}`]: id }}>
            {t('entity.history.all', { count: reply.total_results })}
          </Link>
        </>
      )}
    </>
  );
}

/** One event. `other`: the side of it that is not the object itself. */
function Entry({ event, other }: { event: Event; other: 'agentName' | 'entityName' }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const changes = useChanges(event);
  const side = (text: string | null) => text ?? t('activity.details.none');
  return (
    <li>
      <div className={styles.entryHead}>
        <Link to={paths.activity()} search={{ open: event.id }}>
          {happenedText(t, event)}
        </Link>
        {event.result === null || event.result === 'success' ? null : <ResultBadge result={event.result} />}
      </div>
      <p className={styles.quiet}>
        {t('entity.history.by', {
          name: side(event.description[other]),
          when: dateTimeSeconds(event.event_time, zone),
        })}
      </p>
      {changes.length ? (
        <dl>
          {changes.map(({ attribute, oldValue, newValue }, i) => (
            // two attributes may have one name
            <div key={i}>
              <dt>{attribute}</dt>
              <dd>
                {oldValue !== null && newValue !== null
                  ? t('entity.history.change', { before: oldValue, after: newValue })
                  : side(newValue ?? oldValue)}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}
