import { activity } from '@keyward/contract/calls';
import type { Event } from '@keyward/contract/activity';
import type { ManagedTag } from '@keyward/contract/groups';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { refresh, useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useChanges } from '#parts/useChanges.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconClock } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './groups.module.css';

/** The events of a tag and its values, newest first, as far as the profile may read them. */
export function History({ tag, onClose }: { tag: ManagedTag; onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const events = useApi(activity.list, { query: { entity_domain: 'tag', entity_id: tag.id } });
  const reply = events.data;
  return (
    <DrawerFrame title={t('groups.history.title', { name: tag.label })} onClose={onClose}>
      {events.error ? (
        <ErrorState
          title={t('groups.history.failed')}
          text={errorText(events.error)}
          action={t('common.retry')}
          onAction={() => void refresh(activity.list)}
        />
      ) : !reply ? (
        <>
          <Spinner />
          <SlowNotice />
        </>
      ) : reply.data.length === 0 ? (
        <EmptyState title={t('groups.history.none')} icon={<IconClock size={24} />} />
      ) : (
        <>
          <ol className={styles.history}>
            {reply.data.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ol>
          {reply.total_results > reply.data.length ? (
            <Link to={paths.activity()} search={{ 'filter.entity_id': tag.id }}>
              {t('groups.history.all')}
            </Link>
          ) : null}
        </>
      )}
    </DrawerFrame>
  );
}

function Entry({ event }: { event: Event }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const changes = useChanges(event);
  const { agentName } = event.description;
  const side = (text: string | null) => text ?? t('activity.details.none');
  return (
    <li>
      <strong>{t(`activity.event.${event.event}`)}</strong>
      <p className={styles.quiet}>
        {t('groups.history.by', { name: side(agentName), when: dateTime(event.event_time, zone) })}
      </p>
      <dl>
        {changes.map(({ attribute, oldValue, newValue }, i) => (
          // two attributes may have one name
          <div key={i}>
            <dt>{attribute}</dt>
            <dd>
              {oldValue !== null && newValue !== null
                ? t('groups.history.change', { before: oldValue, after: newValue })
                : side(newValue ?? oldValue)}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
