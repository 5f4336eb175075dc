import { devices, profiles } from '@keyward/contract/calls';
import { uuid } from '@keyward/contract/characters';
import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import type { NamedFilters } from '#list/filters/FilterBar.tsx';
import { filtersOf, type ListSearch } from '#list/url.ts';

/**
 * Subject of a filter by key holder or by OKM, in words. Undefined without such a filter; without `title` until the name is
 * known.
 */
export function useSubject(search: ListSearch): { title: string | undefined; filters: NamedFilters } | undefined {
  const { t } = useTranslation();
  const { authority } = useSession();
  const filters = filtersOf(search);
  const [holder, okm] = [filters['holder_id'] ?? '', filters['controller_id'] ?? ''];
  const asks = { person: uuid.test(holder) && can.readUsers.holds(authority), okm: uuid.test(okm) };
  const person = useApi(profiles.get, { params: { id: holder } }, { enabled: asks.person });
  const controller = useApi(devices.get, { params: { id: okm } }, { enabled: asks.okm });
  if (!uuid.test(holder) && !asks.okm) return undefined;
  const [reply, column, header] = asks.okm
    ? ([controller, 'controller_id', 'controller_name'] as const)
    : ([person, 'holder_id', 'held_by'] as const);
  const name = reply.data?.data.name;
  const hidden = asks.okm ? 'devices.hiddenOkm' : 'devices.hiddenHolder';
  const words = name ?? t(reply.isLoading ? 'common.loading' : hidden);
  return {
    title: name && t(asks.okm ? 'devices.throughTitle' : 'devices.heldTitle', { name }),
    filters: { [column]: { name: t(`devices.columns.${header}`), words } },
  };
}
