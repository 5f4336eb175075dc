import { activity, devices, profiles } from '@keyward/contract/calls';
import { uuid } from '@keyward/contract/characters';
import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import type { NamedFilters } from '#list/filters/FilterBar.tsx';
import { filtersOf, type ListSearch } from '#list/url.ts';

const parts = [
  { column: 'entity_id', header: 'entity_name', of: 'entityName' },
  { column: 'agent_id', header: 'agent_name', of: 'agentName' },
] as const;

/**
 * Subject of an activity filter by id. Its name comes from the latest event, which outlives the device or profile; without an
 * event, from the device or profile itself. Undefined without such a filter, while the name loads, and if no name is visible.
 */
export function useSubject(search: ListSearch): { name: string; filters: NamedFilters } | undefined {
  const { t } = useTranslation();
  const { authority } = useSession();
  const filters = filtersOf(search);
  const part = parts.find(({ column }) => uuid.test(filters[column] ?? ''));
  const id = (part && filters[part.column]) ?? '';
  const events = useApi(
    activity.list,
    { query: part ? { [part.column]: id, results_per_page: '1' } : {} },
    { enabled: part !== undefined },
  );
  const ofEvent = part && events.data?.data[0]?.description[part.of];
  // read as lists, which return no row instead of 404 for one that is deleted or not visible
  const nameless = (column: string) => part?.column === column && events.isSuccess && !ofEvent;
  const query = { id, results_per_page: '1' };
  const asks = {
    device: nameless('entity_id') && can.readDevices.holds(authority),
    person: nameless('agent_id') && can.readUsers.holds(authority),
  };
  const ofDevices = useApi(devices.list, { query }, { enabled: asks.device });
  const ofPeople = useApi(profiles.list, { query }, { enabled: asks.person });
  const own = asks.device ? ofDevices : asks.person ? ofPeople : undefined;
  const name = ofEvent || own?.data?.data[0]?.name;
  return part && name
    ? { name, filters: { [part.column]: { name: t(`activity.columns.${part.header}`), words: name } } }
    : undefined;
}
