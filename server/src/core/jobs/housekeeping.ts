import type { Database } from '#db/connect.ts';
import { type Job, type JobContext, defineJob } from './job.ts';

/** Runs one statement in every tenant, each in a transaction of its own: row-level security binds the owner too. */
async function inEveryTenant({ system }: Database, statement: string): Promise<number> {
  let changed = 0;
  const tenants = await system.query<{ id: string }>('select id from tenant');
  for (const { id } of tenants.rows) {
    const client = await system.connect();
    let broken: Error | undefined;
    try {
      await client.query(`begin; set local app.tenant_id = '${id}'`);
      changed += (await client.query(statement, [id])).rowCount ?? 0;
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch((failed: Error) => (broken = failed));
      throw error;
    } finally {
      client.release(broken);
    }
  }
  return changed;
}

const partitionsAhead = defineJob({
  name: 'partitions-ahead',
  every: '10 2 * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const { rows } = await database.system.query<{ made: number }>('select ensure_event_partitions(now(), 3) as made');
    log.info({ made: rows[0]?.made }, 'partitions ahead');
  },
});

const endedSessions = defineJob({
  name: 'ended-sessions',
  every: '20 * * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const removed = await inEveryTenant(
      database,
      "delete from session where tenant_id = $1 and expires_at < now() - interval '1 day'",
    );
    log.info({ removed }, 'ended sessions removed');
  },
});

const oldAttempts = defineJob({
  name: 'old-sign-in-attempts',
  every: '40 * * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const removed = await inEveryTenant(
      database,
      "delete from sign_in_attempt where tenant_id = $1 and updated_at < now() - interval '1 day' and (blocked_until is null or blocked_until < now())",
    );
    log.info({ removed }, 'old sign-in attempts removed');
  },
});

const oldWays = defineJob({
  name: 'old-known-ways',
  every: '45 3 * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const removed = await inEveryTenant(
      database,
      "delete from known_way where tenant_id = $1 and used_at < now() - interval '400 days'",
    );
    log.info({ removed }, 'known ways that were not used for long removed');
  },
});

const oldSubmissions = defineJob({
  name: 'old-submissions',
  every: '30 * * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const removed = await inEveryTenant(
      database,
      "delete from idempotency_key where tenant_id = $1 and created_at < now() - interval '24 hours'",
    );
    log.info({ removed }, 'old submissions removed');
  },
});

const oldTokens = defineJob({
  name: 'old-sign-in-tokens',
  every: '50 * * * *',
  run: async (_payload, { database, log }: JobContext) => {
    let removed = 0;
    for (const statement of [
      "delete from password_token where tenant_id = $1 and expires_at < now() - interval '1 day'",
      "delete from sign_in_link where tenant_id = $1 and expires_at < now() - interval '1 day'",
      "delete from second_factor where tenant_id = $1 and expires_at < now() - interval '1 day'",
      'delete from passkey_challenge where tenant_id = $1 and expires_at < now()',
      "delete from reset_request where tenant_id = $1 and last_at < now() - interval '2 hours'",
      // a sealed state is good for ten minutes
      "delete from sso_state where tenant_id = $1 and used_at < now() - interval '1 hour'",
    ])
      removed += await inEveryTenant(database, statement);
    log.info({ removed }, 'old sign-in tokens removed');
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
];
