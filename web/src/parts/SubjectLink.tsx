import type { EntityKind } from '@keyward/contract/kinds';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { listResources, pathOf, resources } from '@keyward/contract/resources';
import { Link } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';

/** A name in an event: a link to its object, where that has a page that the profile may see. */
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
