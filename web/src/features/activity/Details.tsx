import { activity } from '@keyward/contract/calls';
import type { Event } from '@keyward/contract/activity';
import { reasonOf } from '@keyward/contract/refusals';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTimeSeconds, relativeTime } from '#lib/dates.ts';
import { lazily } from '#lib/lazily.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { happenedText } from '#parts/happened.ts';
import { ResultBadge } from '#parts/ResultBadge.tsx';
import { useChanges } from '#parts/useChanges.ts';
import { useLocations } from '#parts/useLocations.ts';
import { FactLine, Facts } from '#ui/Facts.tsx';
import styles from './activity.module.css';
import { useExported } from './exported.ts';
import { indented } from './indented.ts';
import { LocationLink, type NamedLocation } from './links.tsx';
import { Reporter } from './Reporter.tsx';
import { reporterOf } from './reported.ts';
import { Sentence } from './Sentence.tsx';

// few events were refused
const Refusal = lazily(async () => (await import('./Refusal.tsx')).Refusal, {
  texts: ['event', 'permissions', 'roles', 'why'],
});

/**
 * Locations of the entity and the agent at the time of the event, where visible to the profile. `known`: there were no others.
 */
function useEventLocations(id: string): { locations: NamedLocation[]; known: boolean } {
  const column = useLocations()?.column;
  const { data } = useApi(
    activity.list,
    { query: { id, with: 'tags', results_per_page: '1' } },
    { staleTime: Infinity, enabled: column !== undefined },
  );
  const row = data?.data[0];
  if (column === undefined || !row) return { locations: [], known: false };
  const names = row.tags?.[column.replace('tags.', '')] ?? [];
  return { locations: [names].flat().map((name) => ({ column, name })), known: row.elsewhere !== true };
}

/**
 * Location of the event: the only one that it has. Undefined if there are several, if some are not visible, and for a refusal by
 * location, where agent and entity have none in common.
 */
function placeOf(event: Event, { locations, known }: ReturnType<typeof useEventLocations>) {
  return known && locations.length === 1 && reasonOf(event) !== 'location' ? locations[0] : undefined;
}

/** Everything recorded about an event: first as a sentence, with the reason if it was refused, then in full. */
export function Details({ event }: { event: Event }) {
  const { t, i18n } = useTranslation();
  const { zone } = useSession();
  const { description: who } = event;
  const exported = useExported()(event);
  const where = useEventLocations(event.id);
  const { locations } = where;
  const reporter = reporterOf(event);
  const entity = exported ? t('activity.exported', exported) : who.entityName;
  const text = (value: string | null): ReactNode => value || t('activity.details.none');
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <h3>{happenedText(t, event)}</h3>
        {event.result ? <ResultBadge result={event.result} /> : null}
      </div>
      <Sentence event={event} entity={entity} location={placeOf(event, where)} />
      {event.result === 'unauthorized' ? (
        <Suspense>
          <Refusal event={event} />
        </Suspense>
      ) : null}
      <Facts>
        <FactLine label={t('event.details.entityType')}>
          {text(event.entity_domain && t(`activity.kind.${event.entity_domain}`))}
        </FactLine>
        <FactLine label={t('event.details.entityName')}>{text(entity)}</FactLine>
        <FactLine label={t('event.details.entityEmail')}>{text(who.entityEmail)}</FactLine>
        {locations.length > 0 ? (
          <FactLine label={t('event.locations')}>
            {locations.map((location, i) => (
              <span key={location.name}>
                {i > 0 ? ' · ' : ''}
                <LocationLink location={location} />
              </span>
            ))}
          </FactLine>
        ) : null}
        <FactLine label={t('event.details.agentName')}>{text(who.agentName)}</FactLine>
        <FactLine label={t('event.details.agentEmail')}>{text(who.agentEmail)}</FactLine>
        <FactLine label={t('event.details.eventTime')}>
          <time dateTime={event.event_time} className="tabular">
            {dateTimeSeconds(event.event_time, zone)}
          </time>
          <span className={styles.ago}>
            {relativeTime(event.event_time)} · {zone}
          </span>
        </FactLine>
        {reporter === undefined ? null : (
          <FactLine label={t('event.reportedBy')}>
            <Reporter by={reporter} at={event.received_at} />
          </FactLine>
        )}
        <FactLine label={t('activity.columns.system')}>
          {event.system ? t(`activity.system.${event.system}`) : text(null)}
        </FactLine>
        <FactLine label={t('activity.columns.occurrence')}>
          {event.occurrence === undefined ? text(null) : numberWords(event.occurrence, i18n.language)}
        </FactLine>
        {event.address === undefined ? null : (
          <FactLine label={t('activity.columns.address')}>{event.address}</FactLine>
        )}
        <FactLine label={t('activity.columns.user_agent')}>{text(event.user_agent ?? null)}</FactLine>
        <FactLine label={t('activity.columns.operator')}>{text(event.operator ?? null)}</FactLine>
      </Facts>
      <Changes event={event} />
      <details className={styles.folded}>
        <summary id="event-raw">{t('event.details.raw')}</summary>
        <pre className={styles.raw} tabIndex={0} role="region" aria-labelledby="event-raw">
          {indented(event.rawDescription)}
        </pre>
      </details>
    </div>
  );
}

function Changes({ event }: { event: Event }) {
  const { t } = useTranslation();
  const changes = useChanges(event);
  const words = (value: string | null) => value ?? t('activity.details.none');
  return (
    <section aria-labelledby="event-changes">
      <h4 id="event-changes">{t('event.details.changes')}</h4>
      {changes.length ? (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t('event.details.attribute')}</th>
              <th scope="col">{t('event.details.newValue')}</th>
              <th scope="col">{t('event.details.oldValue')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ attribute, oldValue, newValue }, i) => (
              // two attributes may have one name
              <tr key={i}>
                <th scope="row">{attribute}</th>
                <td>{words(newValue)}</td>
                <td>{words(oldValue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={styles.quiet}>{t('event.details.noChanges')}</p>
      )}
    </section>
  );
}
