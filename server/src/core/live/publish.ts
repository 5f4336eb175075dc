// Publishes hints by NOTIFY, since open streams and waiting polls may be in any process.
import type pg from 'pg';
import { runSqlOutsideTenants, sql } from '#db/sql.ts';
import { addChanges, type ChangeSet, encodeChanges } from './change-set.ts';
import { onChange } from './changes.ts';
import { onWake } from './wakes.ts';

export const changesChannel = 'keyward_live';
export const wakesChannel = 'keyward_controllers';
/** Maximum ids in one notification, which holds less than 8,000 bytes. */
const idsInPayload = 200;

const notify = (pool: pg.Pool, channel: string, payloads: readonly string[]) =>
  runSqlOutsideTenants(pool, sql`select pg_notify(${channel}, x) from unnest(${payloads}::text[]) as x`);

/** Publishes the changes, by tenant, to the streams. */
export const publishChanges = (pool: pg.Pool, changes: ReadonlyMap<string, ChangeSet>) =>
  notify(
    pool,
    changesChannel,
    [...changes].map(([tenantId, changeSet]) => encodeChanges(tenantId, changeSet)),
  );

/** Wakes the polls of these controllers. */
export function publishWakes(pool: pg.Pool, controllerIds: ReadonlySet<string>) {
  const ids = [...controllerIds];
  const payloads = Array.from({ length: Math.ceil(ids.length / idsInPayload) }, (_, i) =>
    ids.slice(i * idsInPayload, (i + 1) * idsInPayload).join(),
  );
  return notify(pool, wakesChannel, payloads);
}

/**
 * Runs `work` and publishes what its transactions announced: for a process without streams and polls, such as a command's. A hint
 * that cannot be published is lost: the commit stays, and streams and polls notice it at their next check.
 */
export async function publishing<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const changes = new Map<string, ChangeSet>();
  const woken = new Set<string>();
  const unsubscribe = [
    onChange((added) => addChanges(changes, added)),
    onWake((ids) => {
      for (const id of ids) woken.add(id);
    }),
  ];
  const result = await work().finally(() => unsubscribe.forEach((each) => each()));
  await Promise.allSettled([publishChanges(pool, changes), publishWakes(pool, woken)]);
  return result;
}
