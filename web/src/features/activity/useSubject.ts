import { activity } from '@keyward/contract/calls';
import { uuid } from '@keyward/contract/characters';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import type { NamedFilters } from '#list/filters/FilterBar.tsx';
import { filtersOf, type ListSearch } from '#list/url.ts';

const parts = [
  { column: 'entity_id', header: 'entity_name', of: 'entityName' },
  { column: 'agent_id', header: 'agent_name', of: 'agentName' },
] as const;

/**
 * The subject of an activity filter by id, with its name from the latest event, which outlives the device or the
 * profile. Undefined without such a filter, and until the name is loaded.
 */
export function useSubject(search: ListSearch): { name: string; filters: NamedFilters } | undefined {
  const { t } = useTranslation();
  const filters = filtersOf(search);
  const part = parts.find(({ column }) => uuid.test(filters[column] ?? ''));
  const reply = useApi(
    activity.list,
    { query: part ? { [part.column]: filters[part.column] ?? '', results_per_page: '1' } : {} },
    { enabled: part !== undefined },
  );
  const name = part && reply.data?.data[0]?.description[part.of];
  return name
    ? { name, filters: { [part.column]: { name: t(`activity.columns.${part.header}`), words: name } } }
    : undefined;
}
