import { type DeleteResult, sql } from 'kysely';
import { now } from '#db/fragments.ts';
import { queryPatiently } from '#db/patience.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { removeFailedJobs } from './backlog.ts';
import { type Job, type JobContext, defineJob } from './job.ts';
import { forEachTenant } from './tenants.ts';

type Deletion = { executeTakeFirstOrThrow: () => Promise<DeleteResult> };

/**
 * Runs the deletions in every tenant, each in a transaction: row-level security applies to the owner as well. It completes one
 * tenant before the next, so that a failure in one does not affect the others. Returns the number of rows.
 */
export async function inEveryTenant(
  job: string,
  context: Pick<JobContext, 'database' | 'log'>,
  ...deletions: readonly ((db: Db) => Deletion)[]
): Promise<number> {
  let removed = 0;
  await forEachTenant(job, context, async (id) => {
    for (const deletion of deletions) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as the tenants are
      const { numDeletedRows } = await inTenant(context.database.system, id, (db) =>
        deletion(db).executeTakeFirstOrThrow(),
      );
      removed += Number(numDeletedRows);
    }
  });
  return removed;
}

const ago = { day: sql<string>`now() - interval '1 day'`, hour: sql<string>`now() - interval '1 hour'` };

const partitionsAhead = defineJob({
  name: 'partitions-ahead',
  every: '10 2 * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const months = 'select ensure_event_partitions(now(), 3) as made';
    const [result] = await queryPatiently<{ made: number }>(database.system, months);
    log.info({ made: result?.made }, 'partitions created ahead');
  },
});

const endedSessions = defineJob({
  name: 'ended-sessions',
  every: '20 * * * *',
  run: async (_payload, context: JobContext) => {
    const removed = await inEveryTenant('ended-sessions', context, (db) =>
      db.deleteFrom('session').where('expires_at', '<', ago.day),
    );
    context.log.info({ removed }, 'deleted ended sessions');
  },
});

const oldAttempts = defineJob({
  name: 'old-sign-in-attempts',
  every: '40 * * * *',
  run: async (_payload, context: JobContext) => {
    const removed = await inEveryTenant('old-sign-in-attempts', context, (db) =>
      db
        .deleteFrom('sign_in_attempt')
        .where('updated_at', '<', ago.day)
        .where((eb) => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '<', now)])),
    );
    context.log.info({ removed }, 'deleted old sign-in attempts');
  },
});

const oldWays = defineJob({
  name: 'old-known-ways',
  every: '45 3 * * *',
  run: async (_payload, context: JobContext) => {
    const removed = await inEveryTenant('old-known-ways', context, (db) =>
      db.deleteFrom('known_way').where('used_at', '<', sql<string>`now() - interval '400 days'`),
    );
    context.log.info({ removed }, 'deleted known ways unused for 400 days');
  },
});

const oldSubmissions = defineJob({
  name: 'old-submissions',
  every: '30 * * * *',
  run: async (_payload, context: JobContext) => {
    const removed = await inEveryTenant('old-submissions', context, (db) =>
      db.deleteFrom('idempotency_key').where('created_at', '<', sql<string>`now() - interval '24 hours'`),
    );
    context.log.info({ removed }, 'deleted old idempotency keys');
  },
});

const oldTokens = defineJob({
  name: 'old-sign-in-tokens',
  every: '50 * * * *',
  run: async (_payload, context: JobContext) => {
    const removed = await inEveryTenant(
      'old-sign-in-tokens',
      context,
      (db) => db.deleteFrom('password_token').where('expires_at', '<', ago.day),
      (db) => db.deleteFrom('sign_in_link').where('expires_at', '<', ago.day),
      (db) => db.deleteFrom('second_factor').where('expires_at', '<', ago.day),
      (db) => db.deleteFrom('passkey_challenge').where('expires_at', '<', now),
      (db) => db.deleteFrom('confirmation').where('expires_at', '<', now),
      (db) => db.deleteFrom('confirmation_challenge').where('expires_at', '<', now),
      (db) => db.deleteFrom('secure_key_invite_code').where('expires_at', '<', now),
      (db) => db.deleteFrom('reset_request').where('last_at', '<', sql<string>`now() - interval '2 hours'`),
      // a sealed challenge is valid for five minutes
      (db) => db.deleteFrom('used_challenge').where('used_at', '<', ago.hour),
      // a sealed state is valid for ten minutes
      (db) => db.deleteFrom('sso_state').where('used_at', '<', ago.hour),
    );
    context.log.info({ removed }, 'deleted old sign-in tokens');
  },
});

const failedJobs = defineJob({
  name: 'failed-jobs',
  every: '50 3 * * *',
  run: async (_payload, { database, log }: JobContext) => {
    log.info({ removed: await removeFailedJobs(database.system) }, 'deleted jobs that failed more than a week ago');
  },
});

/** The portal's own jobs. */
export const housekeeping: readonly Job[] = [
  partitionsAhead,
  endedSessions,
  oldAttempts,
  oldWays,
  oldSubmissions,
  oldTokens,
  failedJobs,
];
