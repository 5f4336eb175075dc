import type { Locale } from '@keyward/contract/locales';
import type { RoleSpec } from './roles.ts';

export type ObjectKind = 'users' | 'devices';
export type TagSpec = {
  label: string;
  kind: 'location' | 'group' | 'text';
  /** Names of the values; none for text. */
  values?: readonly string[];
  /** What can carry it; both unless told. */
  objects?: readonly ObjectKind[];
  required?: readonly ObjectKind[];
};
/** Values by tag label: names, ['*'] for all of a group, one text for a text tag. */
export type TagValues = Record<string, readonly string[]>;

export type ProfileSpec = {
  username: string;
  name: string;
  email?: string | null;
  /** PHC string; absent: cannot sign in. */
  passwordHash?: string | null;
  roles?: readonly string[];
  /** The location among them. */
  tags?: TagValues;
  disabled?: true;
  /** The product's own administrator, who may switch profiles off and import. */
  isKeywardAdmin?: true;
  createdAt?: Date;
};
export type DeviceSpec = {
  /** The type follows from it. */
  serial: string;
  name: string;
  /** Name of the location; absent or null: unassigned. */
  location?: string | null;
  /** Serial number of the OKM it reports through, which comes before it in the list. */
  controller?: string;
  tags?: TagValues;
  dualAuth?: boolean;
  createdAt?: Date;
};
export type TenantSpec = {
  slug: string;
  name: string;
  hosts: readonly string[];
  /** The tenant's defaults; without them those of the browser hold. `timeZone` is an IANA name. */
  language?: Locale;
  timeZone?: string;
  config?: Record<string, number>;
  features?: readonly string[];
  /** One of kind 'location'. */
  tags: readonly TagSpec[];
  /** Beside the roles every tenant begins with. */
  roles?: readonly RoleSpec[];
  profiles: readonly ProfileSpec[];
  devices: readonly DeviceSpec[];
};

/** Ids of what was made, by name. */
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
