import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { type Period, periods } from '@keyward/contract/periods';
import { can, lacking } from '@keyward/contract/permissions';
import { type ListResource, listResources } from '@keyward/contract/resources';
import { toPermissions } from '@keyward/contract/roles';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { namesInList } from '#lib/namesInList.ts';
import { propose } from '#lib/proposal.ts';
import { useSession } from '#lib/session.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { useRoles } from '#parts/useRoles.ts';
import { IconAccess, IconActivity, IconMinus } from '#ui/icons.tsx';
import { endNow } from './endNow.ts';
import { fillersOf, restOf, takeEnd, takeWords } from './paletteIntent.ts';
import type { Intent, PaletteItem } from './paletteItem.ts';
import type { Choice } from './paletteRecent.ts';
import { useActIntent } from './usePaletteActs.ts';
import { useOpenRow } from './useOpenRow.ts';

/** Periods that can be typed after a name, and those offered if none is typed. */
const typedPeriods = [
  'lastHour',
  'tonight',
  'lastNight',
  'today',
  'yesterday',
  'last24Hours',
  'last7Days',
  'last30Days',
  'lastMonth',
] as const satisfies Period[];
const offeredPeriods = ['lastNight', 'today', 'yesterday', 'last7Days'] as const satisfies Period[];
const columns: { readonly [R in ListResource]?: string } = { device: 'entity_id', user: 'agent_id' };
const mostRoles = 3;
const listsWithActivity = listResources.filter((resource) => columns[resource] !== undefined);

/**
 * Intent of a query: 'activity of pod 12 last night', 'give role manager mona leeds', 'end access of mona', 'replace pod 12',
 * 'report key 7 lost'. Undefined for any other query, and if the profile may not do it.
 */
export function usePaletteIntent(query: string): Intent | undefined {
  const activity = useActivityIntent(query);
  const giving = useGivingIntent(query);
  const ending = useEndingIntent(query);
  const act = useActIntent(query);
  return giving ?? ending ?? act ?? activity;
}

/** Entries for the events of a device or profile, in a period. Undefined for other rows, and without the right to read events. */
export function useActivityOf() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { authority } = useSession();
  const mayRead = can.readEvents.holds(authority);
  const item = (row: Choice & { resource: ListResource }, period: Period | undefined): PaletteItem | undefined => {
    const column = columns[row.resource];
    if (!mayRead || column === undefined) return undefined;
    const time = period ? { 'filter.event_time': periods[period] } : {};
    const href = paths.activity({ custom_view: 'Overview', [`filter.${column}`]: row.id, ...time });
    return {
      id: `activity:${row.resource}:${row.id}:${period ?? ''}`,
      label: row.label,
      hint: row.hint,
      icon: IconActivity,
      run: () => void navigate({ href }),
    };
  };
  return {
    mayRead,
    item,
    labelOf: (name: string, period: Period | undefined) => {
      const label = t('activity.titleOf', { name });
      return period ? t('palette.inPeriod', { label, period: t(`filters.periods.${period}`) }) : label;
    },
    /** Entry of an earlier choice. */
    again: (choice: Choice): PaletteItem[] => {
      const [kind, resource, id = '', name] = choice.id.split(':');
      if (kind !== 'activity' || (resource !== 'device' && resource !== 'user')) return [];
      const known = item(
        { ...choice, id, resource },
        typedPeriods.find((period) => period === name),
      );
      return known ? [known] : [];
    },
  };
}

/** Entries for the refused and failed events of each period. */
export function usePaletteAttempts(): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { authority } = useSession();
  if (!can.readEvents.holds(authority)) return [];
  const results = ['unauthorized', 'failure'] as const;
  return typedPeriods.map((period) => ({
    id: `attempts:${period}`,
    label: t('palette.inPeriod', { label: t('palette.attempts'), period: t(`filters.periods.${period}`) }),
    hint: namesInList(results.map((result) => t(`activity.result.${result}`))),
    icon: IconActivity,
    run: () =>
      void navigate({
        href: paths.activity({
          custom_view: 'Overview',
          'filter.result': printFilter({ op: 'in', values: [...results] }),
          'filter.event_time': periods[period],
        }),
      }),
  }));
}

function useActivityIntent(query: string): Intent | undefined {
  const { t } = useTranslation();
  const { mayRead, item, labelOf } = useActivityOf();
  const named = typedPeriods.map((id) => ({ id, name: t(`filters.periods.${id}`) }));
  const { taken, left } = takeEnd(query, named);
  const about = mayRead ? restOf(left, t('palette.patterns.activity')) : undefined;
  if (about === undefined) return undefined;
  const choices: readonly (Period | undefined)[] = taken ? [taken.id] : [undefined];
  return {
    about,
    lists: listsWithActivity,
    group: (rows) => ({
      id: 'activity',
      title: t('palette.groups.activity'),
      items: rows.flatMap((row, i) =>
        // offers the periods only for the first row, the most likely one
        [...choices, ...(taken || i > 0 ? [] : offeredPeriods)].flatMap((period) => {
          const one = item({ ...row, label: labelOf(row.label, period) }, period);
          return one ? [{ ...one, searched: true }] : [];
        }),
      ),
    }),
  };
}

/** Opens the drawer of a profile with the typed roles and location filled in, or with the choice of roles. */
function useGivingIntent(query: string): Intent | undefined {
  const { t } = useTranslation();
  const { authority } = useSession();
  const openRow = useOpenRow();
  const nameOf = useRoleName();
  const may = can.assignRoles.holds(authority) && can.editUsers.holds(authority);
  const rest = may ? restOf(query, t('palette.patterns.give')) : undefined;
  const roles = useRoles(rest !== undefined);
  if (rest === undefined) return undefined;
  const own = (roles.data ?? []).filter(
    (role) => lacking(authority.permissions, toPermissions(role.permissions)).length === 0,
  );
  const { taken, left } = takeWords(
    rest.split(/\s+/),
    own.map((role) => ({ id: role.id, name: nameOf(role) })),
    { isFiller: fillersOf(t('palette.patterns.fillers')) },
  );
  const choices = taken.length ? taken.slice(0, mostRoles) : [undefined];
  const labelOf = (name: string, role: string | undefined, location: string | undefined) => {
    if (role === undefined)
      return location === undefined ? t('palette.give', { name }) : t('palette.giveAt', { name, location });
    return location === undefined
      ? t('palette.giveNamed', { name, role })
      : t('palette.giveNamedAt', { name, role, location });
  };
  return {
    waiting: roles.isLoading,
    about: left.join(' '),
    lists: ['user'],
    location: can.assignGroups.holds(authority) ? 'given' : 'ignored',
    group: (rows) => ({
      id: 'give',
      title: t('palette.groups.give'),
      items: rows
        .filter(({ resource }) => resource === 'user')
        .flatMap(({ id, label: name, hint, location }) =>
          choices.map((role) => ({
            id: `give:${id}:${role?.id ?? ''}`,
            label: labelOf(name, role?.name, location),
            hint,
            icon: IconAccess,
            passing: true,
            searched: true,
            run: () => {
              propose({ id, roles: role ? [role.id] : [], location });
              openRow('user', id, 'details');
            },
          })),
        ),
    }),
  };
}

/** Ends the validity of a profile at once, with a way to undo it. */
function useEndingIntent(query: string): Intent | undefined {
  const { t } = useTranslation();
  const { me, authority } = useSession();
  const may = can.editUsers.holds(authority);
  const about = may ? restOf(query, t('palette.patterns.end')) : undefined;
  if (about === undefined) return undefined;
  return {
    about,
    lists: ['user'],
    group: (rows) => ({
      id: 'end',
      title: t('palette.groups.end'),
      items: rows
        .filter(({ resource, id }) => resource === 'user' && id !== me.id)
        .map(({ id, label: name, hint }) => ({
          id: `end:${id}`,
          label: t('palette.end', { name }),
          hint,
          icon: IconMinus,
          passing: true,
          searched: true,
          writes: true,
          run: () => void endNow(id, name),
        })),
    }),
  };
}
