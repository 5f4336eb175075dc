import { activity } from './activity.ts';
import { apps } from './apps.ts';
import { auth, signIn } from './auth.ts';
import { bulkChanges } from './bulk-changes.ts';
import { commands, controllerCommands } from './commands.ts';
import { confirm } from './confirm.ts';
import { custody } from './custody.ts';
import { metrics } from './dashboard.ts';
import { deletions } from './deletions.ts';
import { deviceChanges } from './device-changes.ts';
import { histories } from './device-history.ts';
import { devices } from './devices.ts';
import type { EndpointSpec } from './endpoint.ts';
import { gateway } from './gateway.ts';
import { groups } from './groups.ts';
import { imports } from './imports.ts';
import { inbox } from './inbox.ts';
import { invitations } from './invitations.ts';
import { invitationPage } from './invitation-page.ts';
import { keypad } from './keypad.ts';
import { live } from './live.ts';
import { locations } from './locations.ts';
import { organizations } from './organization.ts';
import { passkeySignIn } from './passkey-sign-in.ts';
import { passkeys } from './passkeys.ts';
import { secureKeys } from './onepass.ts';
import { passwords } from './password.ts';
import { pins } from './pins.ts';
import { profiles } from './profiles.ts';
import { propagations } from './propagation.ts';
import { redeems } from './redeem.ts';
import { reports } from './reports.ts';
import { roles } from './roles.ts';
import { secondFactor } from './second-factor.ts';
import { settings } from './settings.ts';
import { views } from './views.ts';
import { watches } from './watches.ts';
import { why } from './why.ts';

/** The calls of each area. The tests of authorisation have a file for each, so that an area without one does not compile. */
export const areas = {
  auth,
  signIn,
  secondFactor,
  passkeySignIn,
  passwords,
  apps,
  passkeys,
  confirm,
  settings,
  organizations,
  inbox,
  views,
  watches,
  reports,
  metrics,
  custody,
  devices,
  deletions,
  deviceChanges,
  histories,
  secureKeys,
  invitations,
  activity,
  groups,
  locations,
  profiles,
  pins,
  imports,
  bulkChanges,
  why,
  propagations,
  invitationPage,
  roles,
  gateway,
  redeems,
  commands,
  controllerCommands,
  keypad,
  live,
};

/** Every call, by `area.name`: read by /api/docs, the registration test and the authorisation matrix. */
export const endpoints: Record<string, EndpointSpec> = Object.fromEntries(
  Object.entries(areas).flatMap(([area, calls]) =>
    Object.entries<EndpointSpec>(calls).map(([name, spec]) => [`${area}.${name}`, spec]),
  ),
);
