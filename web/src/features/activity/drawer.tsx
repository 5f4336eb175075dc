import { activity, bulkChanges, deviceChanges } from '@keyward/contract/calls';
import type { Event } from '@keyward/contract/activity';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { restorableOf } from '@keyward/contract/resources';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawerProps } from '#entity/EntityPage.tsx';
import { isGone } from '#entity/row.ts';
import { RowDrawer } from '#entity/RowDrawer.tsx';
import { useApi } from '#lib/api.ts';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { type ChangedThings, undoBulkChange } from '#parts/bulkUndo.ts';
import styles from './activity.module.css';
import { Details } from './Details.tsx';
import { Walk } from './Walk.tsx';

// few events are deletions
const RestoreEvent = lazily(async () => (await import('./RestoreEvent.tsx')).RestoreEvent, {
  texts: ['errors', 'permissions', 'restoring', 'roles'],
});

/** 'Activity Details'. Specification, part 2, section 2 'Activity (History) list'. */
export function ActivityDrawer({ open: id, onOpen, onClose }: DrawerProps) {
  const { t } = useTranslation();
  // events never change
  const reply = useApi(activity.get, { params: { id } }, { staleTime: Infinity, keepPrevious: true });
  // the previous event stays on screen until the next one has loaded, without its actions
  const failure = useFailure(reply);
  const event = reply.isPlaceholderData ? undefined : reply.data?.data;
  return (
    <RowDrawer
      title={t('event.details.title')}
      menu={<Walk id={id} onOpen={onOpen} />}
      footer={
        <div className={styles.footer}>
          {event ? <Restoring key={event.id} event={event} /> : null}
          {event ? <Undo event={event} /> : null}
          {event ? <ImportLink event={event} /> : null}
          {event ? <FormerLink event={event} /> : null}
          <Button onClick={onClose} data-autofocus>
            {t('event.details.ok')}
          </Button>
        </div>
      }
      words={{ gone: { title: t('event.details.gone') }, loadFailed: t('event.details.loadFailed') }}
      isRowGone={isGone(failure)}
      failure={failure}
      isFetching={reply.isFetching}
      reads={[activity.get]}
      list={activity.list}
      onClose={onClose}
    >
      {reply.data && !(failure && reply.isPlaceholderData) ? <Details event={reply.data.data} /> : null}
    </RowDrawer>
  );
}

/** Restores the row whose deletion the event recorded. */
function Restoring({ event: { event, entity_id: id } }: { event: Event }) {
  const resource = restorableOf(event);
  if (!resource || id === null) return null;
  return (
    <Suspense>
      <RestoreEvent resource={resource} id={id} />
    </Suspense>
  );
}

/** Undoes the bulk change of profiles or devices that the event recorded, as long as that is possible. */
function Undo({ event: { id, event } }: { event: Event }) {
  const { authority } = useSession();
  const query = { query: { event: id } };
  const ofProfiles = event === 'MODIFY_USER' && can.editUsers.holds(authority);
  const ofDevices = event === 'MODIFY_DEVICE' && can.editDevices.holds(authority);
  const [profiles] = useApi(bulkChanges.ofEvent, query, { enabled: ofProfiles }).data?.data ?? [];
  const [devices] = useApi(deviceChanges.ofEvent, query, { enabled: ofDevices }).data?.data ?? [];
  if (profiles) return <UndoButton of="profiles" id={profiles.id} count={profiles.profiles} />;
  return devices ? <UndoButton of="devices" id={devices.id} count={devices.devices} /> : null;
}

function UndoButton({ of, id, count }: { of: ChangedThings; id: string; count: number }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const undo = async () => {
    setPending(true);
    await undoBulkChange(of, id);
    setPending(false);
  };
  return (
    <Button variant="default" loading={pending} title={t(`bulk.${of}.question`)} onClick={() => void undo()}>
      {t(`bulk.${of}.offer`, { count })}
    </Button>
  );
}

/** Id of the import that an event records, or of the one that it reverts. */
function importOf({ event, entity_id, rawDescription }: Event): string | undefined {
  if (event === 'ACTIVATE_USERS') return entity_id ?? undefined;
  if (!['IMPORT_USERS', 'MODIFY_USER', 'DELETE_USER'].includes(event)) return undefined;
  return /"(?:import|reverted)":\s*"([\da-f-]{36})"/.exec(rawDescription)?.[1];
}

/** Link to the import that the event came from; its page can revert it. */
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

/** Column of events that holds the former id of a restored row. */
const formerBy: Partial<Record<Event['event'], string>> = { RESTORE_DEVICE: 'entity_id', RESTORE_USER: 'agent_id' };

/** Link to the events of a restored row from before its deletion, when it had another id. */
function FormerLink({ event: { event, rawDescription } }: { event: Event }) {
  const { t } = useTranslation();
  const column = formerBy[event];
  const former = /"former":\s*"([\da-f-]{36})"/.exec(rawDescription)?.[1];
  if (!column || !former) return null;
  return (
    <Link className={styles.link} to={paths.activity({ custom_view: 'Overview', [`filter.${column}`]: former })}>
      {t('event.former')}
    </Link>
  );
}
