/**
 * A second, small model of authorisation, written by hand from the specification (part 1, section 6; part 2) and the
 * decisions. It shares no code with the server's rules: a fault stays hidden only if both are wrong in the same way.
 * resources/ says what each call needs; this file derives the expected answers from it.
 */
import { resources } from './resources/index.ts';
import type { Call, Holds, Level, Location, Needs } from './resources/resource.ts';

export type Principal = {
  tenant: 'demo' | 'harbor';
  /** The authentication of the call: a session, none, or a controller's token. */
  by: 'session' | 'nothing' | 'token';
  holds: Holds;
  /** The locations of the profile. */
  stores: readonly Location[];
  /** Appointed by the operator. */
  isKeywardAdmin?: true;
};

/** Every permission of the specification with its levels. */
export const permissions: Readonly<Record<string, readonly Level[]>> = {
  'ALL-DATA-ACCESS': ['TRUE'],
  // these decide no call
  'OKM-USER': ['TRUE'],
  'WEB-USER': ['TRUE'],
  ...Object.fromEntries(resources.flatMap((resource) => Object.entries(resource.permissions ?? {}))),
};
/** Permissions that decide some call. */
export const decisivePermissions: readonly string[] = [
  'ALL-DATA-ACCESS',
  ...resources.flatMap((resource) => Object.keys(resource.permissions ?? {})),
];
export const allPermissions: Holds = Object.fromEntries(
  Object.entries(permissions).map(([name, levels]) => [name, levels.at(-1) ?? 'TRUE']),
);

const heldBy = (staff: 'clerk' | 'manager' | 'editor', more: Holds): Holds =>
  Object.assign({}, more, ...resources.map((resource) => resource.held?.[staff]));
const clerk = heldBy('clerk', { 'WEB-USER': 'TRUE', 'OKM-USER': 'TRUE' });
const manager = heldBy('manager', {
  'WEB-USER': 'TRUE',
  'OKM-USER': 'TRUE',
});
const editor = heldBy('editor', { 'ALL-DATA-ACCESS': 'TRUE' });
const demo = { tenant: 'demo', by: 'session', stores: [] } as const;
const outside = { tenant: 'demo', by: 'nothing', holds: {}, stores: [] } as const;

/** The profiles of the test world. */
export const people: Readonly<Record<string, Principal>> = {
  admin: { ...demo, holds: allPermissions },
  manager: { ...demo, holds: manager, stores: ['North'] },
  clerk: { ...demo, holds: clerk, stores: ['North'] },
  nobody: { ...demo, holds: {} },
  editor: { ...demo, holds: editor },
  homeless: { ...demo, holds: manager },
  harborAdmin: { ...demo, tenant: 'harbor', holds: allPermissions },
  harborClerk: { ...demo, tenant: 'harbor', holds: clerk, stores: ['North'] },
  anonymous: outside,
  'disabled while signed in': outside,
  'signed in too long ago': outside,
  'idle for too long': outside,
  'a session of the other tenant': outside,
  'an invented session': outside,
  controller: { ...outside, by: 'token' },
  'controller of the other tenant': outside,
};

/** The target of a call; its tenant and the caller's locations decide whether it exists for the caller. */
export type Target =
  | { kind: 'none' }
  | { kind: 'thing'; tenant: 'demo' | 'harbor'; location: Location }
  | { kind: 'never' }
  | { kind: 'malformed' };

const rank: Record<string, number> = { READ: 1, EDIT: 2, TRUE: 2 };
const has = (principal: Principal, name: string, level: Level) =>
  (rank[principal.holds[name] ?? ''] ?? 0) >= (rank[level] ?? 9);
const canSee = (principal: Principal, location: Location) =>
  has(principal, 'ALL-DATA-ACCESS', 'TRUE') || (location !== null && principal.stores.includes(location));

/** Whether this caller may make the call on any target. Only for calls that name permissions. */
export const mayCall = (principal: Principal, { oneOf, and, andReads }: Exclude<Needs, string>): boolean =>
  oneOf.some(([name, level]) => has(principal, name, level)) &&
  [and ?? []].flat().every((name) => has(principal, name, 'TRUE')) &&
  (andReads === undefined || has(principal, andReads, 'READ'));

/** The permissions that can affect `expected` for this call; no other permission is read there. */
export function permissionsOf(call: Call): ReadonlySet<string> {
  const { needs } = call;
  const named =
    typeof needs === 'object'
      ? [...needs.oneOf.map(([name]) => name), ...[needs.and ?? []].flat(), needs.andReads]
      : [];
  const inBody = [
    ...Object.keys(call.grants ?? {}),
    call.regroups && 'ASSIGN-ACCESS-GROUPS',
    call.assigns && 'ASSIGN-ROLES',
    call.ofKind,
  ];
  const locationScoped = typeof needs === 'object' && !call.everywhere && !call.private;
  return new Set([...named, ...inBody, locationScoped && 'ALL-DATA-ACCESS'].filter((name) => typeof name === 'string'));
}

/** The status required by the specification. */
export function expectedStatus(principal: Principal, call: Call, target: Target): number {
  if (call.needs === 'token') {
    if (principal.by !== 'token') return 401;
  } else if (call.needs !== 'anyone') {
    if (principal.by !== 'session') return 401;
    if (call.needs === 'in-product admin' && !principal.isKeywardAdmin) return 403;
    if (typeof call.needs === 'object' && !mayCall(principal, call.needs)) return 403;
    if (call.confirmed === false) return 403;
  }
  if (target.kind === 'malformed') return 400;
  if (target.kind === 'never') return 404;
  if (target.kind === 'thing' && call.private) return 404;
  if (target.kind === 'thing' && target.tenant !== principal.tenant) return 404;
  if (target.kind === 'thing' && call.appointed === 'sees') {
    if (!principal.isKeywardAdmin || !has(principal, 'ALL-DATA-ACCESS', 'TRUE')) return 404;
  }
  if (target.kind === 'thing' && !call.everywhere && !canSee(principal, target.location)) return 404;
  if (call.ofKind && target.kind === 'thing') {
    if (!has(principal, call.ofKind, 'READ')) return 404;
    if (!has(principal, call.ofKind, 'EDIT')) return 403;
  }
  if (Object.entries(call.grants ?? {}).some(([name, level]) => !has(principal, name, level))) return 403;
  if (call.regroups && !has(principal, 'ASSIGN-ACCESS-GROUPS', 'TRUE')) return 403;
  if (call.needsLocation && target.kind === 'thing' && target.location === null) return 400;
  if (call.assigns && !has(principal, 'ASSIGN-ROLES', 'TRUE')) return 403;
  if (call.toOwnStore && !has(principal, 'ALL-DATA-ACCESS', 'TRUE') && principal.stores.length !== 1) return 403;
  if (call.appointed === 'acts' && !principal.isKeywardAdmin) return 403;
  if (call.into !== undefined && !canSee(principal, call.into)) return 403;
  return call.ok;
}
