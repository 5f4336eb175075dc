// separate from activity.ts, so that the first list loads without its schemas
/** `operator`: the installation's command line, which acts without a profile; `tenant`: the customer as a whole. */
export const entityKinds = [
  'profile',
  'device',
  'tag',
  'role',
  'view',
  'CSV',
  'deviceType',
  'operator',
  'tenant',
] as const;
export type EntityKind = (typeof entityKinds)[number];
