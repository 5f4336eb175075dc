import { type SqlBool, sql } from 'kysely';
import type { Db } from '#db/tenant.ts';

/** Whether a key has uses left and was made for more than a day. */
const isOpen = sql<SqlBool>`(k.expires_at > now() and k.duration > 24 * 60 and k.uses < k.max_uses)`;
/** Whether the key ends after those that the sender was warned about, which `i` stores. */
const isNew = sql<SqlBool>`k.expires_at > coalesce(i.warned_until, '-infinity'::timestamptz)`;
const endsSoon = sql<SqlBool>`k.expires_at <= now() + interval '1 day'`;

/**
 * Takes at most `atMost` invitations whose senders are warned now, with the keys to warn about: all that end within a day after
 * the first of them. Marks them, so that of concurrent runs one gets each.
 */
export async function takeDue(db: Db, atMost: number): Promise<{ id: string; created_by: string; keys: string[] }[]> {
  const due = db
    .selectFrom('secure_key_invite as i')
    .select((eb) => [
      'i.id',
      'i.warned_until',
      eb
        .selectFrom('secure_key as k')
        .select(sql<string>`min(k.expires_at) + interval '1 day'`.as('end'))
        .whereRef('k.invite_id', '=', 'i.id')
        .where(isOpen)
        .where(isNew)
        .as('until'),
    ])
    .where('i.status', '<>', 'CANCELLED')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('secure_key as k')
          .select('k.id')
          .whereRef('k.invite_id', '=', 'i.id')
          .where(isOpen)
          .where(isNew)
          .where(endsSoon),
      ),
    )
    .limit(atMost)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('secure_key_invite as w')
    .from(due.as('i'))
    .set((eb) => ({ warned_until: eb.ref('i.until') }))
    .whereRef('w.id', '=', 'i.id')
    .returning((eb) => [
      'w.id',
      'w.created_by',
      eb
        .selectFrom('secure_key as k')
        .select(sql<string[]>`array_agg(k.id)`.as('ids'))
        .whereRef('k.invite_id', '=', 'i.id')
        .where(isOpen)
        .where(isNew)
        .where((key) => key('k.expires_at', '<=', key.ref('i.until')))
        .$asScalar()
        .$notNull()
        .as('keys'),
    ])
    .execute();
}
