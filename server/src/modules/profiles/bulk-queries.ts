import { sql } from 'kysely';
import { any, now, valuesTable } from '#db/fragments.ts';
import { inBatches } from '#db/batches.ts';
import type { Db } from '#db/tenant.ts';

export type NewState = { id: string; disabled: boolean; valid_from: string | null; valid_until: string | null };

/** Stores the new state of these profiles, and renews their versions. */
export async function setStates(db: Db, states: readonly NewState[], by: string): Promise<void> {
  const [first, ...rest] = states.map((state) => ({
    id: sql<string>`${state.id}::uuid`,
    disabled: sql<boolean>`${state.disabled}::boolean`,
    valid_from: sql<string | null>`${state.valid_from}::timestamptz`,
    valid_until: sql<string | null>`${state.valid_until}::timestamptz`,
  }));
  if (!first) return;
  await db
    .updateTable('profile as p')
    .from(valuesTable([first, ...rest]))
    .set((eb) => ({
      disabled: eb.ref('v.disabled'),
      valid_from: eb.ref('v.valid_from'),
      valid_until: eb.ref('v.valid_until'),
      version: sql<number>`p.version + 1`,
      updated_at: now,
      updated_by: by,
    }))
    .whereRef('p.id', '=', 'v.id')
    .execute();
}

export async function replaceRolesOf(
  db: Db,
  profiles: readonly string[],
  held: readonly { profile_id: string; role_id: string }[],
): Promise<void> {
  if (profiles.length === 0) return;
  await db.deleteFrom('profile_role').where('profile_id', '=', any(profiles)).execute();
  await inBatches(held, (batch) => db.insertInto('profile_role').values(batch).execute());
}

export async function countSessions(db: Db, profiles: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('profile_id', '=', any(profiles))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return n;
}
