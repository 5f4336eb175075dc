// Every area of the contract: one without its file does not compile.
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { endpoints } from '@keyward/contract/endpoints';
import { activityResource } from './activity.ts';
import { appsResource } from './apps.ts';
import { authResource } from './auth.ts';
import { bulkChangesResource } from './bulk-changes.ts';
import { commandsResource, controllerCommandsResource } from './commands.ts';
import { confirmResource } from './confirm.ts';
import { custodyResource } from './custody.ts';
import { deletionsResource } from './deletions.ts';
import { deviceChangesResource } from './device-changes.ts';
import { devicesResource } from './devices.ts';
import { gatewayResource } from './gateway.ts';
import { groupsResource } from './groups.ts';
import { historiesResource } from './histories.ts';
import { importsResource } from './imports.ts';
import { inboxResource } from './inbox.ts';
import { invitationsResource } from './invitations.ts';
import { invitationPageResource } from './invitation-page.ts';
import { keypadResource } from './keypad.ts';
import { liveResource } from './live.ts';
import { locationsResource } from './locations.ts';
import { metricsResource } from './metrics.ts';
import { organizationsResource } from './organizations.ts';
import { passkeySignInResource } from './passkey-sign-in.ts';
import { passkeysResource } from './passkeys.ts';
import { passwordsResource } from './passwords.ts';
import { pinsResource } from './pins.ts';
import { profilesResource } from './profiles.ts';
import { redeemsResource } from './redeems.ts';
import { reportsResource } from './reports.ts';
import type { Area, ListCase, Make, Resource, ResourceOf, Row } from './resource.ts';
import { propagationsResource } from './propagations.ts';
import { rolesResource } from './roles.ts';
import { secondFactorResource } from './second-factor.ts';
import { secureKeysResource } from './secure-keys.ts';
import { settingsResource } from './settings.ts';
import { signInResource } from './sign-in.ts';
import { viewsResource } from './views.ts';
import { watchesResource } from './watches.ts';
import { whyResource } from './why.ts';

/** In the order of the walk. */
const byArea: { readonly [A in Area]: ResourceOf<A> } = {
  auth: authResource,
  apps: appsResource,
  signIn: signInResource,
  secondFactor: secondFactorResource,
  passkeySignIn: passkeySignInResource,
  passwords: passwordsResource,
  passkeys: passkeysResource,
  confirm: confirmResource,
  settings: settingsResource,
  organizations: organizationsResource,
  inbox: inboxResource,
  views: viewsResource,
  watches: watchesResource,
  reports: reportsResource,
  metrics: metricsResource,
  custody: custodyResource,
  devices: devicesResource,
  deletions: deletionsResource,
  deviceChanges: deviceChangesResource,
  histories: historiesResource,
  secureKeys: secureKeysResource,
  invitations: invitationsResource,
  activity: activityResource,
  groups: groupsResource,
  locations: locationsResource,
  roles: rolesResource,
  profiles: profilesResource,
  pins: pinsResource,
  imports: importsResource,
  bulkChanges: bulkChangesResource,
  why: whyResource,
  propagations: propagationsResource,
  invitationPage: invitationPageResource,
  gateway: gatewayResource,
  redeems: redeemsResource,
  commands: commandsResource,
  controllerCommands: controllerCommandsResource,
  keypad: keypadResource,
  live: liveResource,
};
export const resources: readonly (Resource<string> & { area: Area })[] = Object.entries<Resource<string>>(byArea).map(
  ([area, resource]) => ({ ...resource, area: area as Area }),
);

/** A call of the matrix with its name: `devices.create/North`. */
export type NamedCall = Row & { name: string; endpoint: string; spec: EndpointSpec };

function named(endpoint: string, row: Row, make?: Make): NamedCall {
  const spec = endpoints[endpoint];
  if (!spec) throw new Error(`the contract has no ${endpoint}`);
  const name = row.variant === undefined ? endpoint : `${endpoint}/${row.variant}`;
  return { ...(make && { target: make }), ...row, name, endpoint, spec };
}
const ofViews = ({ resource, needs, options: [column] }: ListCase): NamedCall[] => [
  named('views.list', { variant: resource, needs, ok: 200, query: `?resource=${resource}` }),
  named('views.counts', { variant: resource, needs, ok: 200, query: `?resource=${resource}` }),
  named('views.filterOptions', { variant: resource, needs, ok: 200, params: () => ({ resource, column }) }),
];

/** Every call, and variants with another body or query (after the slash). */
export const calls: readonly NamedCall[] = resources.flatMap((resource) => [
  ...Object.entries(resource.calls).flatMap(([call, rows]) =>
    [rows].flat().map((row) => named(`${resource.area}.${call}`, row, resource.make)),
  ),
  ...(resource.list ? ofViews(resource.list) : []),
]);
