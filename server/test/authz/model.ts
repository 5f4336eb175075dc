import { importCalls } from './import-calls.ts';
import { pinCalls } from './pin-calls.ts';

/**
 * A second, small model of authorisation, written by hand from the specification (part 1, section 6; part 2) and the
 * decisions. It shares no code with the server's rules: a fault stays hidden only if both are wrong in the same way.
 */
export type Level = 'READ' | 'EDIT' | 'TRUE';
export type Holds = Readonly<Record<string, Level>>;
export type Location = 'North' | 'South' | null;

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
  USERS: ['READ', 'EDIT'],
  DEVICES: ['READ', 'EDIT'],
  'EVENT-STORE': ['READ', 'EDIT'],
  'SECURE-KEYS': ['READ', 'EDIT'],
  'ACCESS-GROUP-TAGS': ['READ', 'EDIT'],
  ROLES: ['READ', 'EDIT'],
  TAGS: ['READ', 'EDIT'],
  'VIEW-DASHBOARD': ['TRUE'],
  'ALL-DATA-ACCESS': ['TRUE'],
  'SHARE-VIEWS': ['TRUE'],
  'ASSIGN-ROLES': ['TRUE'],
  'ASSIGN-ACCESS-GROUPS': ['TRUE'],
  'CAN-EXPORT-CSV-USERS': ['TRUE'],
  'CAN-EXPORT-CSV-DEVICES': ['TRUE'],
  'CAN-EXPORT-CSV-ACTIVITY': ['TRUE'],
  'CAN-EXPORT-PIN': ['TRUE'],
  'MOBILE-USER': ['TRUE'],
  'OKM-USER': ['TRUE'],
  'WEB-USER': ['TRUE'],
};
export const allPermissions: Holds = Object.fromEntries(
  Object.entries(permissions).map(([name, levels]) => [name, levels.at(-1) ?? 'TRUE']),
);

const clerk: Holds = { USERS: 'READ', DEVICES: 'READ', 'EVENT-STORE': 'READ', 'WEB-USER': 'TRUE', 'OKM-USER': 'TRUE' };
const manager: Holds = {
  ...clerk,
  USERS: 'EDIT',
  DEVICES: 'EDIT',
  'SECURE-KEYS': 'EDIT',
  'ACCESS-GROUP-TAGS': 'READ',
  'ASSIGN-ACCESS-GROUPS': 'TRUE',
  'CAN-EXPORT-CSV-DEVICES': 'TRUE',
  'CAN-EXPORT-CSV-ACTIVITY': 'TRUE',
  'VIEW-DASHBOARD': 'TRUE',
};
const editor: Holds = { DEVICES: 'EDIT', USERS: 'EDIT', 'EVENT-STORE': 'READ', 'ALL-DATA-ACCESS': 'TRUE' };
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
  | { kind: 'thing'; tenant: 'demo' | 'harbor'; place: Location }
  | { kind: 'never' }
  | { kind: 'malformed' };

type Needs =
  | 'anyone'
  | 'signed in'
  | 'in-product admin'
  | 'token'
  | { oneOf: readonly (readonly [string, Level])[]; and?: string | readonly string[]; andReads?: string };
export type Call = {
  needs: Needs;
  /** Status for an authorised caller with an existing target. */
  ok: number;
  /** The body moves the target to this location: outside the caller's locations the status is 403, not 404. */
  into?: Location;
  /** The body contains groups: ASSIGN-ACCESS-GROUPS. */
  regroups?: true;
  /** Unassigned: visible only with all-data access. */
  everywhere?: true;
  /** The permission for this kind of tag: 404 without reading, 403 without editing. */
  ofKind?: 'ACCESS-GROUP-TAGS' | 'TAGS';
  /** Rights that are granted or revoked: the caller must hold them too. */
  grants?: Holds;
  /** The body contains roles: ASSIGN-ROLES. */
  assigns?: true;
  /** The body contains no location: a new profile gets the caller's only one. */
  toOwnStore?: true;
  /** Private to one profile: those of others do not exist. */
  private?: true;
  /** The body contains no location, which a device without one needs. */
  needsPlace?: true;
  /** The call asks to confirm its act: whether the session has done so in the last minutes. */
  confirmed?: boolean;
};

const rank: Record<string, number> = { READ: 1, EDIT: 2, TRUE: 2 };
const has = (principal: Principal, name: string, level: Level) =>
  (rank[principal.holds[name] ?? ''] ?? 0) >= (rank[level] ?? 9);
const canSee = (principal: Principal, place: Location) =>
  has(principal, 'ALL-DATA-ACCESS', 'TRUE') || (place !== null && principal.stores.includes(place));

/** May this caller make the call on any target? Only for calls that name permissions. */
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
  if (target.kind === 'thing' && !call.everywhere && !canSee(principal, target.place)) return 404;
  if (call.ofKind && target.kind === 'thing') {
    if (!has(principal, call.ofKind, 'READ')) return 404;
    if (!has(principal, call.ofKind, 'EDIT')) return 403;
  }
  if (Object.entries(call.grants ?? {}).some(([name, level]) => !has(principal, name, level))) return 403;
  if (call.regroups && !has(principal, 'ASSIGN-ACCESS-GROUPS', 'TRUE')) return 403;
  if (call.needsPlace && target.kind === 'thing' && target.place === null) return 400;
  if (call.assigns && !has(principal, 'ASSIGN-ROLES', 'TRUE')) return 403;
  if (call.toOwnStore && !has(principal, 'ALL-DATA-ACCESS', 'TRUE') && principal.stores.length !== 1) return 403;
  if (call.into !== undefined && !canSee(principal, call.into)) return 403;
  return call.ok;
}

const readDevices = { oneOf: [['DEVICES', 'READ']] } as const;
const editDevices = { oneOf: [['DEVICES', 'EDIT']] } as const;
const editGroups = { oneOf: [['ACCESS-GROUP-TAGS', 'EDIT']] } as const;
const editTexts = { oneOf: [['TAGS', 'EDIT']] } as const;
const editTags = { oneOf: [...editGroups.oneOf, ...editTexts.oneOf] } as const;
const onGroup = { needs: editTags, ok: 200, everywhere: true, ofKind: 'ACCESS-GROUP-TAGS' } as const;
const onText = { ...onGroup, ofKind: 'TAGS' } as const;
const listRoles = {
  oneOf: [
    ['ROLES', 'READ'],
    ['ASSIGN-ROLES', 'TRUE'],
  ],
} as const;
const editRoles = { oneOf: [['ROLES', 'EDIT']] } as const;
/** The permissions of the matrix's roles, and those granted by its bodies. */
export const roleHolds = { 'EVENT-STORE': 'READ' } as const;
export const roleGains = { 'MOBILE-USER': 'TRUE' } as const;
const readUsers = { oneOf: [['USERS', 'READ']] } as const;
const editUsers = { oneOf: [['USERS', 'EDIT']] } as const;
const readEvents = { oneOf: [['EVENT-STORE', 'READ']] } as const;
const readTags = {
  oneOf: [...readDevices.oneOf, ...readEvents.oneOf, ['USERS', 'READ'], ['ACCESS-GROUP-TAGS', 'READ']],
} as const;

/** Every call, and variants with another body or query (after the slash). */
export const calls = {
  'auth.sessionCheck': { needs: 'anyone', ok: 200 },
  'auth.login': { needs: 'anyone', ok: 200 },
  'auth.login/wrong': { needs: 'anyone', ok: 401 },
  'auth.logout': { needs: 'signed in', ok: 204 },
  'auth.me': { needs: 'signed in', ok: 200 },
  'auth.loginSso': { needs: 'anyone', ok: 404 },
  'apps.links': { needs: 'anyone', ok: 200 },
  'auth.demoAccounts': { needs: 'anyone', ok: 200 },
  'signIn.token': { needs: 'anyone', ok: 400 },
  'signIn.sso': { needs: 'anyone', ok: 404 },
  'signIn.startSsoInternal': { needs: 'anyone', ok: 404 },
  'signIn.ssoInternal': { needs: 'anyone', ok: 404 },
  'secondFactor.options': { needs: 'anyone', ok: 401 },
  'secondFactor.passkey': { needs: 'anyone', ok: 401 },
  'secondFactor.recoveryCode': { needs: 'anyone', ok: 401 },
  // invalid: a wrong password would count against every caller at the matrix's address
  'passwords.changeOwn': { needs: 'signed in', ok: 400 },
  'passwords.sendReset': { needs: 'anyone', ok: 200 },
  'passwords.verifyToken': { needs: 'anyone', ok: 200 },
  'passwords.set': { needs: 'anyone', ok: 400 },
  'passkeys.list': { needs: 'signed in', ok: 200 },
  'passkeys.options': { needs: 'signed in', ok: 200 },
  'passkeys.add': { needs: 'signed in', ok: 400 },
  'passkeys.rename': { needs: 'signed in', ok: 204, private: true },
  'passkeys.remove': { needs: 'signed in', ok: 204, private: true },
  'passkeys.newRecoveryCodes': { needs: 'signed in', ok: 409 },
  'confirm.ways': { needs: 'signed in', ok: 200 },
  'confirm.password': { needs: 'signed in', ok: 204 },
  'confirm.passkeyOptions': { needs: 'signed in', ok: 409 },
  'confirm.passkey': { needs: 'signed in', ok: 400 },
  'confirm.startProvider': { needs: 'signed in', ok: 404 },
  'confirm.provider': { needs: 'signed in', ok: 404 },
  'settings.defaults': { needs: 'signed in', ok: 200 },
  'settings.mine': { needs: 'signed in', ok: 200 },
  'settings.tenantConfig': { needs: 'signed in', ok: 200 },
  'settings.create': { needs: 'signed in', ok: 201 },
  'settings.create/wrong': { needs: 'signed in', ok: 400 },
  'settings.update': { needs: 'signed in', ok: 200, private: true },
  'settings.sessions': { needs: 'signed in', ok: 200 },
  'settings.endSession': { needs: 'signed in', ok: 204, private: true },
  'organizations.get': { needs: 'in-product admin', ok: 200 },
  'organizations.update': { needs: 'in-product admin', ok: 200 },
  'views.list/device': { needs: readDevices, ok: 200 },
  'views.list/event': { needs: readEvents, ok: 200 },
  'views.list/user': { needs: readUsers, ok: 200 },
  'views.filterOptions/device': { needs: readDevices, ok: 200 },
  'views.filterOptions/event': { needs: readEvents, ok: 200 },
  'views.create': { needs: readDevices, ok: 201 },
  'views.create/shared': { needs: { ...readDevices, and: 'SHARE-VIEWS' }, ok: 201 },
  'views.update': { needs: 'signed in', ok: 200, private: true },
  'views.remove': { needs: 'signed in', ok: 204, private: true },
  'views.restore': { needs: 'signed in', ok: 200, private: true },
  'views.audience': { needs: { oneOf: [['SHARE-VIEWS', 'TRUE']] }, ok: 200 },
  'devices.list': { needs: readDevices, ok: 200 },
  'devices.list/export': { needs: { ...readDevices, and: 'CAN-EXPORT-CSV-DEVICES' }, ok: 200 },
  'devices.get': { needs: readDevices, ok: 200 },
  'devices.create/North': { needs: editDevices, ok: 201, into: 'North' },
  'devices.create/South': { needs: editDevices, ok: 201, into: 'South' },
  'devices.create/nowhere': { needs: editDevices, ok: 400 },
  'devices.create/groups': { needs: editDevices, ok: 201, into: 'North', regroups: true },
  'devices.create/foreign tag': { needs: editDevices, ok: 400 },
  'devices.create/unknown tag': { needs: editDevices, ok: 400 },
  'devices.update': { needs: editDevices, ok: 200, needsPlace: true },
  'devices.update/groups': { needs: editDevices, ok: 200, needsPlace: true, regroups: true },
  'devices.update/to South': { needs: editDevices, ok: 200, into: 'South' },
  'devices.remove': { needs: editDevices, ok: 204 },
  'devices.removeMany': { needs: editDevices, ok: 200 },
  'devices.removeMany/all': { needs: editDevices, ok: 200 },
  'devices.removeMany/other count': { needs: editDevices, ok: 409 },
  'devices.losses': { needs: editDevices, ok: 200 },
  'devices.losses/all': { needs: editDevices, ok: 200 },
  'devices.losses/other count': { needs: editDevices, ok: 409 },
  'devices.tokens': { needs: editDevices, ok: 200 },
  'devices.issueToken': { needs: editDevices, ok: 201 },
  'devices.revokeToken': { needs: editDevices, ok: 204 },
  'devices.revokeToken/another': { needs: editDevices, ok: 404 },
  'activity.list': { needs: readEvents, ok: 200 },
  'activity.list/export': { needs: { ...readEvents, and: 'CAN-EXPORT-CSV-ACTIVITY' }, ok: 200 },
  'activity.get': { needs: readEvents, ok: 200 },
  'groups.definitions': { needs: readTags, ok: 200 },
  'groups.names': { needs: readTags, ok: 200 },
  'groups.all': { needs: { oneOf: [['ACCESS-GROUP-TAGS', 'READ']] }, ok: 200 },
  'groups.all/text': { needs: { oneOf: [['TAGS', 'READ']] }, ok: 200 },
  'groups.usage': onGroup,
  'groups.usage/text': onText,
  'groups.create': { needs: editGroups, ok: 201 },
  'groups.create/text': { needs: editTexts, ok: 201 },
  'groups.update': onGroup,
  'groups.update/text': onText,
  'groups.editValues': onGroup,
  'groups.move': onGroup,
  'groups.move/text': onText,
  'groups.remove': { ...onGroup, ok: 204 },
  'groups.remove/text': { ...onText, ok: 204 },
  'roles.list': { needs: listRoles, ok: 200 },
  'roles.permissions': { needs: listRoles, ok: 200 },
  'profiles.list': { needs: readUsers, ok: 200 },
  'profiles.list/export': { needs: { ...readUsers, and: 'CAN-EXPORT-CSV-USERS' }, ok: 200 },
  'profiles.get': { needs: readUsers, ok: 200 },
  'profiles.create': { needs: editUsers, ok: 201, toOwnStore: true },
  'profiles.create/North': { needs: editUsers, ok: 201, regroups: true, into: 'North' },
  'profiles.create/South': { needs: editUsers, ok: 201, regroups: true, into: 'South' },
  'profiles.create/role': { needs: editUsers, ok: 201, toOwnStore: true, assigns: true, grants: roleHolds },
  'profiles.create/foreign role': { needs: editUsers, ok: 400 },
  'profiles.create/off': { needs: editUsers, ok: 403 },
  'profiles.update': { needs: editUsers, ok: 200 },
  'profiles.update/role': { needs: editUsers, ok: 200, assigns: true, grants: roleHolds },
  'profiles.update/groups': { needs: editUsers, ok: 200, regroups: true },
  'profiles.update/off': { needs: editUsers, ok: 403 },
  'profiles.update/dates': { needs: editUsers, ok: 200 },
  'profiles.remove': { needs: editUsers, ok: 204 },
  'profiles.removeMany': { needs: editUsers, ok: 200 },
  'profiles.removeMany/all': { needs: editUsers, ok: 200 },
  'profiles.removeMany/other count': { needs: editUsers, ok: 409 },
  'profiles.end': { needs: editUsers, ok: 200 },
  'profiles.end/all': { needs: editUsers, ok: 200 },
  'profiles.end/other count': { needs: editUsers, ok: 409 },
  ...pinCalls,
  ...importCalls,
  'why.device': { needs: { ...readUsers, andReads: 'DEVICES' }, ok: 200 },
  'why.devices': { needs: { ...readUsers, andReads: 'DEVICES' }, ok: 200 },
  'why.people': { needs: { ...readUsers, andReads: 'DEVICES' }, ok: 200 },
  'why.permission': { needs: readUsers, ok: 200 },
  'roles.create': { needs: editRoles, ok: 201, grants: roleGains },
  'roles.create/inconsistent': { needs: editRoles, ok: 400, grants: { 'ASSIGN-ROLES': 'TRUE' } },
  'roles.update': { needs: editRoles, ok: 200, everywhere: true, grants: { ...roleHolds, ...roleGains } },
  'roles.update/name': { needs: editRoles, ok: 200, everywhere: true, grants: roleHolds },
  'roles.impact': { needs: editRoles, ok: 200, everywhere: true, grants: { ...roleHolds, ...roleGains } },
  'roles.remove': { needs: editRoles, ok: 204, everywhere: true, grants: roleHolds },
  'gateway.access': { needs: 'token', ok: 200 },
  'gateway.reports': { needs: 'token', ok: 200 },
  'live.stream': { needs: 'signed in', ok: 200 },
} as const satisfies Record<string, Call>;
export type CallName = keyof typeof calls;
