// The calls of lists and their rows. Those of the account and of Insights are separate, so that a page loads only its own.
import type { Calls } from './endpoint.ts';
import type { activity as activityEndpoints } from './activity.ts';
import type { bulkChanges as bulkChangesEndpoints } from './bulk-changes.ts';
import type { commands as commandsEndpoints } from './commands.ts';
import type { deviceChanges as deviceChangesEndpoints } from './device-changes.ts';
import type { deletions as deletionsEndpoints } from './deletions.ts';
import type { devices as devicesEndpoints } from './devices.ts';
import type { groups as groupsEndpoints } from './groups.ts';
import type { imports as importsEndpoints } from './imports.ts';
import type { invitations as invitationsEndpoints } from './invitations.ts';
import type { live as liveEndpoints } from './live.ts';
import type { locations as locationsEndpoints } from './locations.ts';
import type { organizations as organizationsEndpoints } from './organization.ts';
import type { secureKeys as secureKeysEndpoints } from './onepass.ts';
import type { pins as pinsEndpoints } from './pins.ts';
import type { profiles as profilesEndpoints } from './profiles.ts';
import type { propagations as propagationsEndpoints } from './propagation.ts';
import type { roles as rolesEndpoints } from './roles.ts';
import type { views as viewsEndpoints } from './views.ts';
import type { why as whyEndpoints } from './why.ts';
import { can } from './permissions.ts';

export const organizations: Calls<typeof organizationsEndpoints> = {
  get: { method: 'GET', path: '/api/v1/organization', needs: can.manageOrganization },
  update: { method: 'PATCH', path: '/api/v1/organization', needs: can.manageOrganization },
  setLogo: { method: 'PUT', path: '/api/v1/organization/logo', needs: can.manageOrganization },
  logo: { method: 'GET', path: '/api/v1/organization/logo', needs: 'public' },
};

export const views: Calls<typeof viewsEndpoints> = {
  list: { method: 'GET', path: '/api/v1/custom-views', needs: 'session' },
  counts: { method: 'GET', path: '/api/v1/custom-views/counts', needs: 'session' },
  filterOptions: { method: 'GET', path: '/api/v1/filter-options/:resource/:column', needs: 'session' },
  create: { method: 'POST', path: '/api/v1/custom-views', needs: 'session' },
  update: { method: 'PUT', path: '/api/v1/custom-views/:id', needs: 'session' },
  remove: { method: 'DELETE', path: '/api/v1/custom-views/:id', needs: 'session' },
  restore: { method: 'POST', path: '/api/v1/custom-views/:id/restore', needs: 'session' },
  audience: { method: 'GET', path: '/api/v1/custom-views/audience', needs: can.shareViews },
};

export const invitations: Calls<typeof invitationsEndpoints> = {
  list: { method: 'GET', path: '/api/v1/secure-key-invites', needs: can.readSecureKeys },
  get: { method: 'GET', path: '/api/v1/secure-key-invites/:id', needs: can.readSecureKeys },
  create: { method: 'POST', path: '/api/v1/secure-key-invites', needs: can.editSecureKeys },
  resend: { method: 'POST', path: '/api/v1/secure-key-invites/resend', needs: can.editSecureKeys },
  cancel: { method: 'POST', path: '/api/v1/secure-key-invites/:id/cancel', needs: can.editSecureKeys },
  cancelMany: { method: 'POST', path: '/api/v1/secure-key-invites/cancel', needs: can.editSecureKeys },
  correctAddress: { method: 'POST', path: '/api/v1/secure-key-invites/:id/address', needs: can.editSecureKeys },
  makeLink: { method: 'POST', path: '/api/v1/secure-key-invites/:id/link', needs: can.editSecureKeys },
};

export const deletions: Calls<typeof deletionsEndpoints> = {
  devices: { method: 'GET', path: '/api/v1/deletions/devices', needs: can.editDevices },
  device: { method: 'GET', path: '/api/v1/deletions/devices/:id', needs: can.editDevices },
  restoreDevice: { method: 'POST', path: '/api/v1/deletions/devices/:id/restore', needs: can.editDevices },
  users: { method: 'GET', path: '/api/v1/deletions/users', needs: can.editUsers },
  user: { method: 'GET', path: '/api/v1/deletions/users/:id', needs: can.editUsers },
  restoreUser: { method: 'POST', path: '/api/v1/deletions/users/:id/restore', needs: can.editUsers },
};

export const devices: Calls<typeof devicesEndpoints> = {
  list: { method: 'GET', path: '/api/v1/devices', needs: can.readDevices },
  get: { method: 'GET', path: '/api/v1/devices/:id', needs: can.readDevices },
  create: { method: 'POST', path: '/api/v1/devices', needs: can.editDevices },
  update: { method: 'PUT', path: '/api/v1/devices/:id', needs: can.editDevices },
  replace: { method: 'POST', path: '/api/v1/devices/:id/replace', needs: can.editDevices },
  remove: { method: 'DELETE', path: '/api/v1/devices/:id', needs: can.editDevices },
  removeMany: { method: 'POST', path: '/api/v1/devices/delete', needs: can.editDevices },
  losses: { method: 'POST', path: '/api/v1/devices/delete/losses', needs: can.editDevices },
  reportLost: { method: 'POST', path: '/api/v1/devices/:id/lost', needs: can.editDevices },
  reportFound: { method: 'POST', path: '/api/v1/devices/:id/found', needs: can.editDevices },
  tokens: { method: 'GET', path: '/api/v1/devices/:id/controller-tokens', needs: can.editDevices },
  issueToken: { method: 'POST', path: '/api/v1/devices/:id/controller-tokens', needs: can.editDevices },
  revokeToken: { method: 'DELETE', path: '/api/v1/devices/:id/controller-tokens/:tokenId', needs: can.editDevices },
};

export const secureKeys: Calls<typeof secureKeysEndpoints> = {
  list: { method: 'GET', path: '/api/v1/secure-keys', needs: can.readSecureKeys },
  get: { method: 'GET', path: '/api/v1/secure-keys/:id', needs: can.readSecureKeys },
  create: { method: 'POST', path: '/api/v1/secure-keys', needs: can.editSecureKeys },
};

export const activity: Calls<typeof activityEndpoints> = {
  list: { method: 'GET', path: '/api/v1/events', needs: can.readEvents },
  get: { method: 'GET', path: '/api/v1/events/:id', needs: can.readEvents },
  histogram: { method: 'GET', path: '/api/v1/events/histogram', needs: can.readEvents },
};

export const groups: Calls<typeof groupsEndpoints> = {
  definitions: { method: 'GET', path: '/api/v1/tag-definitions', needs: can.readTags },
  names: { method: 'GET', path: '/api/v1/tag-definitions/names', needs: can.readTags },
  all: { method: 'GET', path: '/api/v1/tag-definitions/all', needs: can.readAnyTags },
  usage: { method: 'GET', path: '/api/v1/tag-definitions/:id/usage', needs: can.editAnyTags },
  create: { method: 'POST', path: '/api/v1/tag-definitions', needs: can.editAnyTags },
  update: { method: 'PUT', path: '/api/v1/tag-definitions/:id', needs: can.editAnyTags },
  editValues: { method: 'PATCH', path: '/api/v1/tag-definitions/:id/values/edit', needs: can.editAnyTags },
  move: { method: 'PATCH', path: '/api/v1/tag-definitions/:id/order', needs: can.editAnyTags },
  remove: { method: 'DELETE', path: '/api/v1/tag-definitions/:id', needs: can.editAnyTags },
};

export const locations: Calls<typeof locationsEndpoints> = {
  get: { method: 'GET', path: '/api/v1/locations/:id', needs: can.readGroups },
  update: { method: 'PUT', path: '/api/v1/locations/:id', needs: can.editGroups },
};

export const profiles: Calls<typeof profilesEndpoints> = {
  list: { method: 'GET', path: '/api/v1/users', needs: can.readUsers },
  get: { method: 'GET', path: '/api/v1/users/:id', needs: can.readUsers },
  create: { method: 'POST', path: '/api/v1/users', needs: can.editUsers },
  update: { method: 'PATCH', path: '/api/v1/users/:id', needs: can.editUsers },
  remove: { method: 'DELETE', path: '/api/v1/users/:id', needs: can.editUsers },
  removeMany: { method: 'POST', path: '/api/v1/users/delete', needs: can.editUsers },
  losses: { method: 'POST', path: '/api/v1/users/delete/losses', needs: can.editUsers },
  end: { method: 'POST', path: '/api/v1/users/end', needs: can.editUsers },
};

export const pins: Calls<typeof pinsEndpoints> = {
  show: { method: 'GET', path: '/api/v1/users/:id/pin', needs: can.editUsers },
  reset: { method: 'GET', path: '/api/v1/users/:id/pin/reset', needs: can.editUsers },
  events: { method: 'GET', path: '/api/v1/users/:id/pin/events', needs: can.editUsers },
  held: { method: 'GET', path: '/api/v1/devices/:id/held-pins', needs: can.resetHeldPins },
  resetHeld: { method: 'POST', path: '/api/v1/devices/:id/held-pins/reset', needs: can.resetHeldPins },
  export: { method: 'POST', path: '/api/v1/users/pins/export', needs: can.exportPins },
};

export const imports: Calls<typeof importsEndpoints> = {
  bulk: { method: 'POST', path: '/api/v1/users/bulk', needs: can.editUsers },
  file: { method: 'POST', path: '/api/v1/users/import', needs: can.editUsers },
  plan: { method: 'POST', path: '/api/v1/users/imports', needs: can.editUsers },
  list: { method: 'GET', path: '/api/v1/users/imports', needs: can.editUsers },
  get: { method: 'GET', path: '/api/v1/users/imports/:id', needs: can.editUsers },
  rows: { method: 'GET', path: '/api/v1/users/imports/:id/rows', needs: can.editUsers },
  apply: { method: 'POST', path: '/api/v1/users/imports/:id/apply', needs: can.editUsers },
  revertPlan: { method: 'GET', path: '/api/v1/users/imports/:id/revert', needs: can.editUsers },
  revert: { method: 'POST', path: '/api/v1/users/imports/:id/revert', needs: can.editUsers },
  discard: { method: 'DELETE', path: '/api/v1/users/imports/:id', needs: can.editUsers },
};

export const deviceChanges: Calls<typeof deviceChangesEndpoints> = {
  preview: { method: 'POST', path: '/api/v1/devices/change/preview', needs: can.editDevices },
  apply: { method: 'POST', path: '/api/v1/devices/change', needs: can.editDevices },
  ofEvent: { method: 'GET', path: '/api/v1/device-changes', needs: can.editDevices },
  undo: { method: 'POST', path: '/api/v1/device-changes/:id/undo', needs: can.editDevices },
};

export const why: Calls<typeof whyEndpoints> = {
  device: { method: 'GET', path: '/api/v1/users/:id/why/devices/:deviceId', needs: can.explainAccess },
  devices: { method: 'GET', path: '/api/v1/users/:id/why/devices', needs: can.explainAccess },
  people: { method: 'GET', path: '/api/v1/devices/:id/why/users', needs: can.explainAccess },
  permission: { method: 'GET', path: '/api/v1/users/:id/why/permissions/:permission', needs: can.readUsers },
};

export const commands: Calls<typeof commandsEndpoints> = {
  list: { method: 'GET', path: '/api/v1/devices/:id/commands', needs: can.editDevices },
  send: { method: 'POST', path: '/api/v1/devices/:id/commands', needs: can.editDevices },
  cancel: { method: 'DELETE', path: '/api/v1/devices/:id/commands/:commandId', needs: can.editDevices },
};

export const bulkChanges: Calls<typeof bulkChangesEndpoints> = {
  preview: { method: 'POST', path: '/api/v1/users/change/preview', needs: can.editUsers },
  apply: { method: 'POST', path: '/api/v1/users/change', needs: can.editUsers },
  ofEvent: { method: 'GET', path: '/api/v1/bulk-changes', needs: can.editUsers },
  undo: { method: 'POST', path: '/api/v1/bulk-changes/:id/undo', needs: can.editUsers },
};

export const roles: Calls<typeof rolesEndpoints> = {
  list: { method: 'GET', path: '/api/v1/roles', needs: can.listRoles },
  permissions: { method: 'GET', path: '/api/v1/permissions', needs: can.listRoles },
  create: { method: 'POST', path: '/api/v1/roles', needs: can.editRoles },
  update: { method: 'PATCH', path: '/api/v1/roles/:id', needs: can.editRoles },
  remove: { method: 'DELETE', path: '/api/v1/roles/:id', needs: can.editRoles },
  impact: { method: 'POST', path: '/api/v1/roles/:id/impact', needs: can.editRoles },
};

export const live: Calls<typeof liveEndpoints> = {
  stream: { method: 'GET', path: '/api/v1/live', needs: 'session' },
};

export const propagations: Calls<typeof propagationsEndpoints> = {
  user: { method: 'GET', path: '/api/v1/users/:id/propagation', needs: can.explainAccess },
  device: { method: 'GET', path: '/api/v1/devices/:id/propagation', needs: can.readDevices },
  secureKey: { method: 'GET', path: '/api/v1/secure-keys/:id/propagation', needs: can.readSecureKeys },
};
