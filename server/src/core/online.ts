// Whether an OKM is online. Specification, part 2, section 9.
import { organizationDefaults } from '@keyward/contract/organization-settings';
import { type Expression, sql } from 'kysely';

/** The minutes without a report until an OKM of the organization is offline; `tenant` is the alias of its row. */
export const offlineMinutes = (tenant: string) =>
  sql<number>`coalesce((${sql.ref(`${tenant}.config`)}->>'offlineOkmMinutes')::int, ${organizationDefaults.offlineOkmMinutes})`;

/** One that reported so many minutes ago is online still, as in every list and picture; one that never reported is not. */
export const isOnline = (reportedAt: Expression<string | null>, minutes: Expression<number>) =>
  sql<boolean>`coalesce(${reportedAt} >= now() - make_interval(mins => ${minutes}), false)`;
