import { activity, bulkChanges } from '@keyward/contract/calls';
import type { Event } from '@keyward/contract/activity';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawerProps } from '#entity/EntityPage.tsx';
import { refresh, useApi } from '#lib/api.ts';
import { dateTimeSeconds, relativeTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { undoBulkChange } from '#parts/bulkUndo.ts';
import { happenedText } from '#parts/happened.ts';
import { ResultBadge } from '#parts/ResultBadge.tsx';
import { useChanges } from '#parts/useChanges.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { FactLine, Facts } from '#ui/Facts.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './activity.module.css';
import { useExported } from './exported.ts';

/** 'Activity Details'. Specification, part 2, section 2 'Activity (History) list'. */
export function ActivityDrawer({ open: id, onClose }: Pick<DrawerProps, 'open' | 'onClose'>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  // events never change
  const reply = useApi(activity.get, { params: { id } }, { staleTime: Infinity });
  const gone = reply.error && [400, 404].includes(reply.error.status);
  return (
    <DrawerFrame
      title={t('activity.details.title')}
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          {reply.data ? <Undo event={reply.data.data} /> : null}
          {reply.data ? <ImportLink event={reply.data.data} /> : null}
          <Button onClick={onClose} data-autofocus>
            {t('activity.details.ok')}
          </Button>
        </div>
      }
    >
      {gone ? (
        <EmptyState title={t('activity.details.gone')} />
      ) : reply.error ? (
        <ErrorState
          title={t('activity.details.loadFailed')}
          text={errorText(reply.error)}
          action={t('common.retry')}
          onAction={() => void refresh(activity.get)}
        />
      ) : reply.data ? (
        <Details event={reply.data.data} />
      ) : (
        <>
          <Spinner />
          <SlowNotice />
        </>
      )}
    </DrawerFrame>
  );
}

/** Undoes the change to several profiles that the event recorded, while that is possible. */
function Undo({ event }: { event: Event }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const [pending, setPending] = useState(false);
  const enabled = event.event === 'MODIFY_USER' && can.editUsers.holds(authority);
  const { data } = useApi(bulkChanges.ofEvent, { query: { event: event.id } }, { enabled });
  const undoable = data?.data[0];
  if (!undoable) return null;
  const { id, profiles } = undoable;
  const undo = async () => {
    setPending(true);
    await undoBulkChange(id);
    setPending(false);
  };
  return (
    <Button variant="default" loading={pending} title={t('bulk.question')} onClick={() => void undo()}>
      {t('bulk.offer', { count: profiles })}
    </Button>
  );
}

/** The import that an event records, or the one that it reverts. */
function importOf({ event, entity_id, rawDescription }: Event): string | undefined {
  if (event === 'ACTIVATE_USERS') return entity_id ?? undefined;
  if (!['IMPORT_USERS', 'MODIFY_USER', 'DELETE_USER'].includes(event)) return undefined;
  return /"(?:import|reverted)":\s*"([\da-f-]{36})"/.exec(rawDescription)?.[1];
}

/** Leads to the file that the event came from; its page reverts it. */
function ImportLink({ event }: { event: Event }) {
  const { t } = useTranslation();
  const { me } = useSession();
  const id = importOf(event);
  if (!id || !me.isKeywardAdmin) return null;
  return (
    <Link className={styles.link} to={paths.users()} search={{ import: id }}>
      {t('changes.importedFile')}
    </Link>
  );
}

function Details({ event }: { event: Event }) {
  const { t, i18n } = useTranslation();
  const { zone } = useSession();
  const { description: who } = event;
  const exported = useExported()(event);
  const text = (value: string | null): ReactNode => value || t('activity.details.none');
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <h3>{happenedText(t, event)}</h3>
        {event.result ? <ResultBadge result={event.result} /> : null}
      </div>
      <Facts>
        <FactLine label={t('activity.details.entityType')}>
          {text(event.entity_domain && t(`activity.kind.${event.entity_domain}`))}
        </FactLine>
        <FactLine label={t('activity.details.entityName')}>
          {exported ? t('activity.exported', exported) : text(who.entityName)}
        </FactLine>
        <FactLine label={t('activity.details.entityEmail')}>{text(who.entityEmail)}</FactLine>
        <FactLine label={t('activity.details.agentName')}>{text(who.agentName)}</FactLine>
        <FactLine label={t('activity.details.agentEmail')}>{text(who.agentEmail)}</FactLine>
        <FactLine label={t('activity.details.eventTime')}>
          <time dateTime={event.event_time} className="tabular">
            {dateTimeSeconds(event.event_time, zone)}
          </time>
          <span className={styles.ago}>
            {relativeTime(event.event_time)} · {zone}
          </span>
        </FactLine>
        <FactLine label={t('activity.columns.system')}>
          {event.system ? t(`activity.system.${event.system}`) : text(null)}
        </FactLine>
        <FactLine label={t('activity.columns.occurrence')}>
          {event.occurrence === undefined ? text(null) : new Intl.NumberFormat(i18n.language).format(event.occurrence)}
        </FactLine>
        {event.address === undefined ? null : (
          <FactLine label={t('activity.columns.address')}>{event.address}</FactLine>
        )}
        <FactLine label={t('activity.columns.user_agent')}>{text(event.user_agent ?? null)}</FactLine>
        <FactLine label={t('activity.columns.operator')}>{text(event.operator ?? null)}</FactLine>
      </Facts>
      <Changes event={event} />
      <div>
        <h4 id="event-raw">{t('activity.details.raw')}</h4>
        <pre className={styles.raw} tabIndex={0} role="region" aria-labelledby="event-raw">
          {event.rawDescription}
        </pre>
      </div>
    </div>
  );
}

function Changes({ event }: { event: Event }) {
  const { t } = useTranslation();
  const changes = useChanges(event);
  const words = (value: string | null) => value ?? t('activity.details.none');
  return (
    <section aria-labelledby="event-changes">
      <h4 id="event-changes">{t('activity.details.changes')}</h4>
      {changes.length ? (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t('activity.details.attribute')}</th>
              <th scope="col">{t('activity.details.newValue')}</th>
              <th scope="col">{t('activity.details.oldValue')}</th>
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
        <p className={styles.quiet}>{t('activity.details.noChanges')}</p>
      )}
    </section>
  );
}
