import { activity, devices, profiles } from '@keyward/contract/calls';
import type { ListResource } from '@keyward/contract/resources';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { namesInList } from '#lib/namesInList.ts';
import { useSession } from '#lib/session.ts';
import { ResourceContext } from '#list/listWords.ts';

/** The number of names shown; the rest are counted. */
const most = 3;

type Named = { id: string; name: string };
type Props = {
  column: string;
  ids: readonly string[];
  /** Shown until the names are there, and for rows that are gone or hidden. */
  otherwise: string;
};

/** The names of the rows that a filter gives by their ids. */
export function RowNames({ column, ids, otherwise }: Props) {
  const { t } = useTranslation();
  const kind = kindOf(column, use(ResourceContext));
  const named = useNamed(kind, column, ids);
  const names = [...new Set(ids.flatMap((id) => named.find((row) => row.id === id)?.name ?? []))];
  const shown = names.slice(0, most);
  if (!shown.length) return otherwise;
  const more = ids.length - shown.length;
  return more > 0 ? `${namesInList(shown)} ${t('common.more', { count: more })}` : namesInList(shown);
}

type Kind = 'device' | 'user' | 'event' | undefined;

/** The list that has the rows; events have the names of deleted ones. */
function kindOf(column: string, resource: ListResource): Kind {
  if (column === 'controller_id') return 'device';
  if (column === 'holder_id') return 'user';
  if (column === 'agent_id' || column === 'entity_id') return 'event';
  return column === 'id' && (resource === 'device' || resource === 'user') ? resource : undefined;
}

function useNamed(kind: Kind, column: string, ids: readonly string[]): readonly Named[] {
  const { authority } = useSession();
  const id = ids.join(',');
  const query = { id, results_per_page: String(Math.min(ids.length, 200)) };
  const ask = { staleTime: 60_000 };
  const ofDevices = useApi(
    devices.list,
    { query },
    { ...ask, enabled: kind === 'device' && devices.list.needs.holds(authority) },
  );
  const ofPeople = useApi(
    profiles.list,
    { query },
    { ...ask, enabled: kind === 'user' && profiles.list.needs.holds(authority) },
  );
  const ofEvents = useApi(
    activity.list,
    { query: { [column]: id, results_per_page: '50' } },
    { ...ask, enabled: kind === 'event' && activity.list.needs.holds(authority) },
  );
  if (kind === 'device') return ofDevices.data?.data ?? [];
  if (kind === 'user') return ofPeople.data?.data ?? [];
  return (ofEvents.data?.data ?? []).flatMap((event): Named[] => {
    const [ref, name] =
      column === 'agent_id'
        ? [event.agent_id, event.description.agentName]
        : [event.entity_id, event.description.entityName];
    return ref && name ? [{ id: ref, name }] : [];
  });
}
