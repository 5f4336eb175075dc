/**
 * Permission names, levels, the merge of roles and the rules `can.*`: pure functions for both sides.
 * Source: specification, part 1, sections 3, 4 and 6.
 */
export const levels = ['NONE', 'READ', 'EDIT'] as const;
export const toggles = ['FALSE', 'TRUE'] as const;
type Level = (typeof levels)[number];
type Toggle = (typeof toggles)[number];
export type PermissionValue = Level | Toggle;

type Definition = { name: string; category: string; type: 'multi' | 'boolean' };

/**
 * Every permission a role can hold, by id. The CSV export permission is one name with three categories, so its ids
 * carry the category.
 */
export const permissionCatalogue = {
  DEVICES: { name: 'DEVICES', category: 'devices', type: 'multi' },
  'OKM-USER': { name: 'OKM-USER', category: 'devices', type: 'boolean' },
  'CAN-EXPORT-CSV-DEVICES': { name: 'CAN-EXPORT-CSV', category: 'devices', type: 'boolean' },
  'SECURE-KEYS': { name: 'SECURE-KEYS', category: 'devices', type: 'multi' },
  USERS: { name: 'USERS', category: 'users', type: 'multi' },
  'MOBILE-USER': { name: 'MOBILE-USER', category: 'users', type: 'boolean' },
  'CAN-EXPORT-CSV-USERS': { name: 'CAN-EXPORT-CSV', category: 'users', type: 'boolean' },
  'CAN-EXPORT-PIN': { name: 'CAN-EXPORT-PIN', category: 'users', type: 'boolean' },
  'EVENT-STORE': { name: 'EVENT-STORE', category: 'activity', type: 'multi' },
  'CAN-EXPORT-CSV-ACTIVITY': { name: 'CAN-EXPORT-CSV', category: 'activity', type: 'boolean' },
  'VIEW-DASHBOARD': { name: 'VIEW-DASHBOARD', category: 'dashboard', type: 'boolean' },
  'ACCESS-GROUP-TAGS': { name: 'ACCESS-GROUP-TAGS', category: 'access', type: 'multi' },
  'ASSIGN-ACCESS-GROUPS': { name: 'ASSIGN-ACCESS-GROUPS', category: 'access', type: 'boolean' },
  ROLES: { name: 'ROLES', category: 'access', type: 'multi' },
  'ASSIGN-ROLES': { name: 'ASSIGN-ROLES', category: 'access', type: 'boolean' },
  'ALL-DATA-ACCESS': { name: 'ALL-DATA-ACCESS', category: 'access', type: 'boolean' },
  /** Not in the specification: docs/decisions/0014. */
  'SHARE-VIEWS': { name: 'SHARE-VIEWS', category: 'access', type: 'boolean' },
  TAGS: { name: 'TAGS', category: 'access', type: 'multi' },
  'WEB-USER': { name: 'WEB-USER', category: 'users', type: 'boolean' },
} as const satisfies Record<string, Definition>;

export type PermissionId = keyof typeof permissionCatalogue;
export const permissionIds = Object.keys(permissionCatalogue) as PermissionId[];

/** Held permissions; an absent id is NONE or FALSE. */
export type Permissions = Partial<Record<PermissionId, PermissionValue>>;

export const features = ['secureKey', 'packageProtection'] as const;
type Feature = (typeof features)[number];

/** The input of a rule. */
export type Authority = {
  permissions: Permissions;
  features: readonly string[];
  /** The in-product administrator, whom the operator appoints; no role makes one. */
  isKeywardAdmin?: boolean;
};

const rank: Record<PermissionValue, number> = { NONE: 0, FALSE: 0, READ: 1, EDIT: 2, TRUE: 2 };

/** The merged rights of several roles: the highest level wins (EDIT > READ > NONE, TRUE > FALSE). */
export function mergeRoles(roles: readonly Permissions[]): Permissions {
  const merged: Permissions = {};
  for (const role of roles) {
    for (const id of permissionIds) raise(merged, id, role[id]);
  }
  return merged;
}

/** Adds one permission to `held`, at the higher of the two levels. */
function raise(held: Permissions, id: PermissionId, value: PermissionValue | undefined): void {
  if (value && rank[value] > rank[held[id] ?? 'NONE']) held[id] = value;
}

export const isPermissionId = (id: string): id is PermissionId => Object.hasOwn(permissionCatalogue, id);

/** Is `value` valid for this permission? */
export function isValueOf(id: PermissionId, value: string): value is PermissionValue {
  const allowed: readonly string[] = permissionCatalogue[id].type === 'multi' ? levels : toggles;
  return allowed.includes(value);
}

/** A named rule. `holds` evaluates it; `permissions` and `feature` list its inputs, for hints and /api/docs. */
export type Rule = {
  name: string;
  holds: (who: Authority) => boolean;
  permissions: readonly PermissionId[];
  feature?: Feature;
};

const at = (who: Authority, id: PermissionId, value: PermissionValue) =>
  rank[who.permissions[id] ?? 'NONE'] >= rank[value];

/** The held level of a permission; absent is its lowest value. */
export const valueIn = (held: Permissions, id: PermissionId): PermissionValue =>
  held[id] ?? (permissionCatalogue[id].type === 'multi' ? 'NONE' : 'FALSE');

/** The part of `wanted` beyond `held`: no one grants what they do not hold. */
export const lacking = (held: Permissions, wanted: Permissions): PermissionId[] =>
  permissionIds.filter((id) => rank[valueIn(wanted, id)] > rank[valueIn(held, id)]);

export type PermissionChange = { id: PermissionId; before: PermissionValue; after: PermissionValue; gained: boolean };
/** The differences between two roles, or the rights of two profiles, in the catalogue's order. */
export const comparePermissions = (before: Permissions, after: Permissions): PermissionChange[] =>
  permissionIds.flatMap((id) => {
    const [was, is] = [valueIn(before, id), valueIn(after, id)];
    return rank[was] === rank[is] ? [] : [{ id, before: was, after: is, gained: rank[is] > rank[was] }];
  });

function rule(name: string, id: PermissionId, value: PermissionValue, feature?: Feature): Rule {
  return {
    name,
    permissions: [id],
    ...(feature ? { feature } : {}),
    holds: (who) => at(who, id, value) && (!feature || who.features.includes(feature)),
  };
}
function all(name: string, ...rules: Rule[]): Rule {
  const feature = rules.find((r) => r.feature)?.feature;
  return {
    name,
    permissions: rules.flatMap((r) => r.permissions),
    ...(feature ? { feature } : {}),
    holds: (who) => rules.every((r) => r.holds(who)),
  };
}
function any(name: string, ...rules: Rule[]): Rule {
  return { name, permissions: rules.flatMap((r) => r.permissions), holds: (who) => rules.some((r) => r.holds(who)) };
}

const readUsers = rule('readUsers', 'USERS', 'READ');
const editUsers = rule('editUsers', 'USERS', 'EDIT');
const readDevices = rule('readDevices', 'DEVICES', 'READ');
const viewDashboard = rule('viewDashboard', 'VIEW-DASHBOARD', 'TRUE');
const editDevices = rule('editDevices', 'DEVICES', 'EDIT');
const readEvents = rule('readEvents', 'EVENT-STORE', 'READ');
const readGroups = rule('readGroups', 'ACCESS-GROUP-TAGS', 'READ');
const readRoles = rule('readRoles', 'ROLES', 'READ');
const editGroups = rule('editGroups', 'ACCESS-GROUP-TAGS', 'EDIT');
const readTextTags = rule('readTextTags', 'TAGS', 'READ');
const editTextTags = rule('editTextTags', 'TAGS', 'EDIT');
const assignRoles = rule('assignRoles', 'ASSIGN-ROLES', 'TRUE');
const assignGroups = rule('assignGroups', 'ASSIGN-ACCESS-GROUPS', 'TRUE');
const readSecureKeys = rule('readSecureKeys', 'SECURE-KEYS', 'READ', 'secureKey');
const editSecureKeys = rule('editSecureKeys', 'SECURE-KEYS', 'EDIT', 'secureKey');
const exportDevices = rule('exportDevices', 'CAN-EXPORT-CSV-DEVICES', 'TRUE');
const exportEvents = rule('exportEvents', 'CAN-EXPORT-CSV-ACTIVITY', 'TRUE');
const exportUsers = rule('exportUsers', 'CAN-EXPORT-CSV-USERS', 'TRUE');
const exportPin = rule('exportPin', 'CAN-EXPORT-PIN', 'TRUE');

export const can = {
  readUsers,
  editUsers,
  readDevices,
  editDevices,
  readEvents,
  readGroups,
  editGroups,
  readTextTags,
  editTextTags,
  /** Any kind of tag; `tagRights` checks the specific one. */
  readAnyTags: any('readAnyTags', readGroups, readTextTags),
  editAnyTags: any('editAnyTags', editGroups, editTextTags),
  readRoles,
  editRoles: rule('editRoles', 'ROLES', 'EDIT'),
  /** Role assigners have to see the available roles. */
  listRoles: any('listRoles', readRoles, assignRoles),
  readAccess: any('readAccess', readGroups, readRoles),
  readSecureKeys,
  editSecureKeys,
  viewDashboard,
  assignRoles,
  assignGroups,
  allData: rule('allData', 'ALL-DATA-ACCESS', 'TRUE'),
  shareViews: rule('shareViews', 'SHARE-VIEWS', 'TRUE'),
  exportDevices: all('exportDevices', readDevices, exportDevices),
  exportEvents: all('exportEvents', readEvents, exportEvents),
  exportUsers: all('exportUsers', readUsers, exportUsers),
  /** Export of profiles with their PINs. */
  exportPins: all('exportPins', readUsers, exportUsers, exportPin),
  /** New PINs for the people whose verifiers an OKM holds. */
  resetHeldPins: all('resetHeldPins', editUsers, readDevices),
  /** A key is made in the drawer of its device. */
  makeSecureKeys: all('makeSecureKeys', readDevices, editSecureKeys),
  /** Keys and invitations of OnePASS. */
  exportSecureKeys: all('exportSecureKeys', readSecureKeys, exportDevices),
  /** The keys of 'Users with Multiple OneKeys'. */
  exportCheckouts: all('exportCheckouts', viewDashboard, readUsers, exportUsers),
  /** Explaining why a profile may use a device, or not. */
  explainAccess: all('explainAccess', readUsers, readDevices),
  /** Settings > Organization: not a permission of a role. */
  manageOrganization: { name: 'manageOrganization', permissions: [], holds: (who) => who.isKeywardAdmin === true },
  /** Lists of profiles, devices and keys show groups, so reading one includes the group definitions. */
  readTags: any('readTags', readUsers, readDevices, readEvents, readSecureKeys, readGroups),
} as const satisfies Record<string, Rule>;

/**
 * Dependencies between permissions, applied to a role that is being written: lowering USERS below EDIT removes ASSIGN-ROLES;
 * ASSIGN-ACCESS-GROUPS needs USERS or DEVICES at EDIT; an export needs its area; the PIN export needs the users
 * export. Specification, part 1, section 4 'Dependent permissions'.
 */
export function applyDependencies(role: Permissions): Permissions {
  const who = { permissions: role, features: [] };
  const out: Permissions = { ...role };
  const users = at(who, 'USERS', 'EDIT');
  if (!users) out['ASSIGN-ROLES'] = 'FALSE';
  if (!users && !at(who, 'DEVICES', 'EDIT')) out['ASSIGN-ACCESS-GROUPS'] = 'FALSE';
  if (!at(who, 'DEVICES', 'READ')) out['CAN-EXPORT-CSV-DEVICES'] = 'FALSE';
  if (!at(who, 'USERS', 'READ')) out['CAN-EXPORT-CSV-USERS'] = 'FALSE';
  if (!at(who, 'EVENT-STORE', 'READ')) out['CAN-EXPORT-CSV-ACTIVITY'] = 'FALSE';
  if (out['CAN-EXPORT-CSV-USERS'] !== 'TRUE') out['CAN-EXPORT-PIN'] = 'FALSE';
  return out;
}

/** The dependencies that a role can violate, by error code. */
export type DependencyFault =
  | 'assignRolesNeedsUsers'
  | 'assignGroupsNeedsEdit'
  | 'exportNeedsArea'
  | 'exportPinNeedsExport';
const faultOf: Partial<Record<PermissionId, DependencyFault>> = {
  'ASSIGN-ROLES': 'assignRolesNeedsUsers',
  'ASSIGN-ACCESS-GROUPS': 'assignGroupsNeedsEdit',
  'CAN-EXPORT-PIN': 'exportPinNeedsExport',
};
/** The permissions that `applyDependencies` would remove, and why. Empty: the role is consistent. */
export const dependencyFaults = (role: Permissions): { id: PermissionId; fault: DependencyFault }[] =>
  comparePermissions(role, applyDependencies(role)).map(({ id }) => ({ id, fault: faultOf[id] ?? 'exportNeedsArea' }));
