import type { Event } from '@keyward/contract/activity';
import { paths } from '@keyward/contract/paths';
import { reasonOf } from '@keyward/contract/refusals';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { happenedText } from '#parts/happened.ts';
import { ResultBadge } from '#parts/ResultBadge.tsx';
import { SubjectLink } from '#parts/SubjectLink.tsx';
import { useChanges } from '#parts/useChanges.ts';
import styles from './history.module.css';

type Props = {
  event: Event;
  /** The side of the event that is not the object itself. */
  other: 'agent' | 'entity';
  /** Its place among the rows. */
  index: number;
};

/** One event, below the heading of its day. */
export function Entry({ event, other, index }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const changes = useChanges(event);
  const side = (text: string | null) => text ?? t('activity.details.none');
  const name = event.description[`${other}Name`];
  const reason = reasonOf(event);
  const when = dateTimeSeconds(event.event_time, zone);
  return (
    <li className={styles.entry} data-result={event.result ?? 'success'} data-index={index}>
      <div className={styles.entryHead}>
        <Link to={paths.activity()} search={{ open: event.id }}>
          {happenedText(t, event)}
        </Link>
        {event.result === null || event.result === 'success' ? null : <ResultBadge result={event.result} />}
        <time dateTime={event.event_time} title={when}>
          {when.slice(11)}
        </time>
      </div>
      <p className={styles.quiet}>
        {name === null ? (
          side(name)
        ) : (
          <SubjectLink domain={event[`${other}_domain`]} id={event[`${other}_id`]} name={name} />
        )}
      </p>
      {reason ? <p>{t(`activity.reason.${reason}`)}</p> : null}
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
