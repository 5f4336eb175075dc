import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { listAt, pathOf } from '@keyward/contract/resources';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { entities } from '#entities.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, storedFilters, useStoredFilters } from '#lib/storedFilters.ts';
import { listSearch } from '#list/url.ts';
import { rememberLocations } from '#parts/recentLocations.ts';
import { useLocations } from '#parts/useLocations.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { useRoles } from '#parts/useRoles.ts';
import { IconAccess, IconPlace } from '#ui/icons.tsx';
import type { PaletteItem } from './paletteItem.ts';

/** Locations of the header: a choice shows one alone, on the open list or on that of the devices. */
export function usePaletteLocations(): PaletteItem[] {
  const { t } = useTranslation();
  const { authority } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const locations = useLocations();
  const chosen = useStoredFilters(everywhere);
  // with one location there is no choice
  if (!locations || locations.options.length < 2) return [];
  const { column, options } = locations;
  const isOnList = listAt(pathname, listSearch(search).tab) !== undefined;
  const [first] = entities.filter(({ resource, reads }) => resource === 'device' && reads.holds(authority));
  const show = (filters: Record<string, string>) => {
    storedFilters.write(everywhere, filters);
    if (!isOnList && first) void navigate({ href: pathOf(first.resource) });
  };
  return [
    ...options.map(({ value, label }) => ({
      id: `location:${value}`,
      label,
      hint: t('palette.onlyHere'),
      icon: IconPlace,
      run: () => {
        rememberLocations([value]);
        show({ [column]: printFilter({ op: 'in', values: [label] }) });
      },
    })),
    ...(chosen[column] === undefined
      ? []
      : [{ id: 'location:all', label: t('shell.locations.all'), hint: '', icon: IconPlace, run: () => show({}) }]),
  ];
}

/** Roles: a choice shows one among the others. They are read on demand. */
export function usePaletteRoles(isAsked: boolean): PaletteItem[] {
  const { t } = useTranslation();
  const { authority } = useSession();
  const navigate = useNavigate();
  const nameOf = useRoleName();
  const mayRead = can.readRoles.holds(authority);
  const roles = useRoles(mayRead && isAsked);
  return (mayRead ? (roles.data ?? []) : []).map((role) => ({
    id: `role:${role.id}`,
    label: nameOf(role),
    hint: t('palette.role'),
    icon: IconAccess,
    run: () => void navigate({ href: paths.access('roles', { role: role.id }) }),
  }));
}
