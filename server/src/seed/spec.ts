import type { Locale } from '@keyward/contract/locales';
import type { LocationHours } from '@keyward/contract/locations';
import type { OrganizationSettings } from '@keyward/contract/organization-settings';
import type { RoleSpec } from './roles.ts';

type ObjectKind = 'users' | 'devices';
export type TagSpec = {
  label: string;
  kind: 'location' | 'group' | 'text';
  /** The names of the values; absent for a text tag. */
  values?: readonly string[];
  /** The kinds of objects that can have it; default both. */
  objects?: readonly ObjectKind[];
  required?: readonly ObjectKind[];
  /** The zones, hours and curfews of locations, by name. */
  hours?: ReadonlyMap<string, LocationHours & { curfew: string | null }>;
};
/** Values by tag label: names, ['*'] for all values of a group, one text for a text tag. */
export type TagValues = Record<string, readonly string[]>;

export type ProfileSpec = {
  username: string;
  name: string;
  email?: string | null;
  /** A PHC string; without it the profile cannot sign in. */
  passwordHash?: string | null;
  roles?: readonly string[];
  /** Includes the location. */
  tags?: TagValues;
  disabled?: true;
  validFrom?: Date;
  validUntil?: Date;
  /** The product's own administrator, who may disable profiles and import. */
  isKeywardAdmin?: true;
  createdAt?: Date;
};
export type DeviceSpec = {
  /** Determines the type. */
  serial: string;
  name: string;
  /** The name of the location; absent or null: unassigned. */
  location?: string | null;
  /** The serial number of the OKM it reports through, which must precede it in the list. */
  controller?: string;
  tags?: TagValues;
  dualAuth?: boolean;
  /** A key's own curfew, in place of its location's. */
  curfew?: string;
  createdAt?: Date;
};
export type TenantSpec = {
  slug: string;
  name: string;
  hosts: readonly string[];
  /** The tenant's defaults; without them the browser's settings apply. `timeZone` is an IANA name. */
  language?: Locale;
  timeZone?: string;
  config?: Partial<OrganizationSettings>;
  features?: readonly string[];
  /** Whether its passwords are public: it is served in demo mode alone. */
  demo?: true;
  /** Exactly one is the location tag. */
  tags: readonly TagSpec[];
  /** In addition to the roles of every tenant. */
  roles?: readonly RoleSpec[];
  profiles: readonly ProfileSpec[];
  devices: readonly DeviceSpec[];
};

/** Ids of the created rows, by name. */
export type SeededTenant = {
  id: string;
  /** By label. */
  tags: ReadonlyMap<string, string>;
  /** Location values (tag_value ids) by name. */
  locations: ReadonlyMap<string, string>;
  roles: ReadonlyMap<string, string>;
  /** By username. */
  profiles: ReadonlyMap<string, string>;
  /** By serial number. */
  devices: ReadonlyMap<string, string>;
  deviceTypes: ReadonlyMap<string, string>;
};
