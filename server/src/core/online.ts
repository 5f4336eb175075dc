// The rule by which an OKM is online. Specification, part 2, section 9.
import { organizationDefaults } from '@keyward/contract/organization-settings';
import { type Expression, sql } from 'kysely';

/** Minutes without a report after which an OKM of the organization is offline; `tenant` is the alias of its row. */
export const offlineMinutes = (tenant: string) =>
  sql<number>`coalesce((${sql.ref(`${tenant}.config`)}->>'offlineOkmMinutes')::int, ${organizationDefaults.offlineOkmMinutes})`;

/** Online up to and including so many minutes after the last report, as in every list and picture; offline without one. */
export const isOnline = (reportedAt: Expression<string | null>, minutes: Expression<number>) =>
  sql<boolean>`coalesce(${reportedAt} >= now() - make_interval(mins => ${minutes}), false)`;
