import type { EditableResource, ListResource, resources, TabbedResource } from '@keyward/contract/resources';
import type { errors } from '@keyward/contract/texts/en/errors';
import type { form } from '@keyward/contract/texts/en/form';
import type { inbox } from '@keyward/contract/texts/en/inbox';
import type { organization } from '@keyward/contract/texts/en/organization';
import type { permissions } from '@keyward/contract/texts/en/permissions';
import type { activity } from './en/activity.ts';
import type { auth } from './en/auth.ts';
import type { bulk } from './en/bulk.ts';
import type { changes } from './en/changes.ts';
import type { commands } from './en/commands.ts';
import type { common } from './en/common.ts';
import type { confirming } from './en/confirming.ts';
import type { closing } from './en/closing.ts';
import type { custody } from './en/custody.ts';
import type { dashboard } from './en/dashboard.ts';
import type { device } from './en/device.ts';
import type { devices } from './en/devices.ts';
import type { entity } from './en/entity.ts';
import type { event } from './en/event.ts';
import type { filters } from './en/filters.ts';
import type { groups } from './en/groups.ts';
import type { histogram } from './en/histogram.ts';
import type { imports } from './en/imports.ts';
import type { invitations } from './en/invitations.ts';
import type { invitationPage } from './en/invitationPage.ts';
import type { keypad } from './en/keypad.ts';
import type { list } from './en/list.ts';
import type { locations } from './en/locations.ts';
import type { lost } from './en/lost.ts';
import type { onepass } from './en/onepass.ts';
import type { palette } from './en/palette.ts';
import type { pictures } from './en/pictures.ts';
import type { pins } from './en/pins.ts';
import type { print } from './en/print.ts';
import type { profiles } from './en/profiles.ts';
import type { propagation } from './en/propagation.ts';
import type { replacing } from './en/replacing.ts';
import type { reports } from './en/reports.ts';
import type { restoring } from './en/restoring.ts';
import type { roles } from './en/roles.ts';
import type { scan } from './en/scan.ts';
import type { session } from './en/session.ts';
import type { settings } from './en/settings.ts';
import type { shell } from './en/shell.ts';
import type { sortable } from './en/sortable.ts';
import type { history } from './en/history.ts';
import type { tokens } from './en/tokens.ts';
import type { validity } from './en/validity.ts';
import type { views } from './en/views.ts';
import type { watches } from './en/watches.ts';
import type { why } from './en/why.ts';
import { deviceNames } from './names/devices.ts';
import { eventNames } from './names/activity.ts';
import { inviteNames } from './names/invitations.ts';
import { keyNames } from './names/onepass.ts';
import { profileNames } from './names/profiles.ts';
import type { ListNames, RowEvent, RowKind } from './shape.ts';

/**
 * Every namespace with its English texts, which are the type of the other languages. A namespace is one file per
 * language; those that the server uses as well are in the contract. Names of lists are in names.ts.
 */
export type Namespaces = {
  activity: Listed<typeof activity> & { kind: Record<RowKind, string>; event: Record<RowEvent, string> };
  auth: typeof auth;
  bulk: typeof bulk;
  changes: typeof changes;
  commands: typeof commands;
  common: typeof common;
  confirming: typeof confirming;
  closing: typeof closing;
  custody: typeof custody;
  dashboard: typeof dashboard;
  device: typeof device;
  devices: Edited<typeof devices>;
  entity: typeof entity;
  errors: typeof errors;
  event: typeof event;
  filters: typeof filters;
  form: typeof form;
  groups: typeof groups;
  histogram: typeof histogram;
  imports: typeof imports;
  inbox: typeof inbox;
  invitations: Listed<typeof invitations>;
  invitationPage: typeof invitationPage;
  keypad: typeof keypad;
  list: typeof list;
  locations: typeof locations;
  lost: typeof lost;
  onepass: Listed<typeof onepass>;
  organization: typeof organization;
  palette: typeof palette;
  permissions: typeof permissions;
  pictures: typeof pictures;
  pins: typeof pins;
  print: typeof print;
  profiles: Edited<typeof profiles>;
  propagation: typeof propagation;
  replacing: typeof replacing;
  reports: typeof reports;
  restoring: typeof restoring;
  roles: typeof roles;
  scan: typeof scan;
  session: typeof session;
  settings: typeof settings;
  shell: typeof shell & {
    tabs: Record<(typeof resources)[ListResource]['section'], string>;
    lists: Record<TabbedResource, string>;
  };
  sortable: typeof sortable;
  history: typeof history;
  tokens: typeof tokens;
  validity: typeof validity;
  views: typeof views;
  watches: typeof watches;
  why: typeof why;
};
export type Namespace = keyof Namespaces;

/** The texts that a feature with a list must have. */
type ListTexts = {
  empty: { title: string; hint: string };
  columns: Record<string, string>;
  newRows_other: string;
  views: { Overview: { label: string; description: string } };
};
/** The texts that the drawer of an editable list must have. */
type DrawerTexts = {
  one: string;
  add: string;
  readOnly: string;
  loadFailed: string;
  gone: { title: string; text: string; close: string };
  remove: { title: string };
  success: { added: string; updated: string; deleted: string };
  failure: { add: string; update: string; delete: string };
};
/** A namespace of a list, or of one whose rows can be added: a missing text does not compile. */
type Listed<Texts extends ListTexts> = Texts;
type Edited<Texts extends ListTexts & DrawerTexts> = Texts;
/** The namespaces with these texts. */
type Having<Texts> = { [N in Namespace]: Namespaces[N] extends Texts ? N : never }[Namespace];
/** The namespaces with this text. */
export type Saying<Word extends string> = Having<Record<Word, string>>;

const namespaces = {
  device: 'devices',
  event: 'activity',
  user: 'profiles',
  'secure-key': 'onepass',
  'secure-key-invitation': 'invitations',
} as const;
type Chosen = typeof namespaces;
/** The namespace of each list. A list without one, or whose texts are incomplete, does not compile. */
export const listNamespaces: {
  readonly [R in ListResource]: (R extends keyof Chosen ? Chosen[R] : never) &
    Having<R extends EditableResource ? ListTexts & DrawerTexts : ListTexts>;
} = namespaces;

/** The names of each list. */
export const listNames: { readonly [R in ListResource]: ListNames<R> } = {
  device: deviceNames,
  event: eventNames,
  user: profileNames,
  'secure-key': keyNames,
  'secure-key-invitation': inviteNames,
};

/** The namespaces of every list. */
export const listTexts: readonly Namespace[] = Object.values(listNamespaces);
/** The namespaces of every change that an event may record. */
export const eventTexts: readonly Namespace[] = [
  ...listTexts,
  'changes',
  'commands',
  'groups',
  'organization',
  'roles',
  'settings',
  'views',
];
