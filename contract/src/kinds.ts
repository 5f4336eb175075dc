// separate from activity.ts, so that the first list loads without its schemas
import { listResources, resources } from './resources.ts';

type ResourceKind = NonNullable<(typeof resources)[keyof typeof resources]['kind']>;
/**
 * `operator`: the installation's command line, which acts without a profile; `tenant`: the customer as a whole;
 * `recipient`: the user of a OnePASS key, who has no profile.
 */
const otherKinds = [
  'tag',
  'role',
  'view',
  'watch',
  'report',
  'CSV',
  'deviceType',
  'operator',
  'tenant',
  'recipient',
] as const;
export type EntityKind = ResourceKind | (typeof otherKinds)[number];

/** The domains of objects in events. */
export const entityKinds: readonly EntityKind[] = [
  ...listResources.flatMap((resource) => resources[resource].kind ?? []),
  ...otherKinds,
];
