import { printFilter } from '@keyward/contract/filter';
import type { EntityKind } from '@keyward/contract/kinds';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { listResources, pathOf, resources } from '@keyward/contract/resources';
import { Link } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';
import { useLocations } from '#parts/useLocations.ts';

/** A location with the column of events by which a list is filtered to it. */
export type NamedLocation = { column: string; name: string };

/** The name of what an event names: a link to it, where it has a page that one may see. */
export function SubjectLink({ domain, id, name }: { domain: EntityKind | null; id: string | null; name: string }) {
  const { authority } = useSession();
  const resource = listResources.find((one) => domain !== null && resources[one].kind === domain);
  const to =
    id === null
      ? undefined
      : resource && resources[resource].reads.holds(authority)
        ? pathOf(resource, { open: id })
        : domain === 'role' && can.readRoles.holds(authority)
          ? paths.access('roles', { role: id })
          : undefined;
  return to === undefined ? <b>{name}</b> : <Link to={to}>{name}</Link>;
}

/** The name of a location, which leads to what happened there; that of a deleted one, which no filter finds, to nowhere. */
export function LocationLink({ location: { column, name } }: { location: NamedLocation }) {
  const locations = useLocations();
  if (!locations?.options.some(({ label }) => label === name)) return <b>{name}</b>;
  const here = printFilter({ op: 'in', values: [name] });
  return <Link to={paths.activity({ custom_view: 'Overview', [`filter.${column}`]: here })}>{name}</Link>;
}
