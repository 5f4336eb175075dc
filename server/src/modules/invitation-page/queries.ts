import type { Delivery } from '@keyward/contract/onepass';
import { expressionBuilder, sql } from 'kysely';
import { secretHash } from '#core/auth/secrets.ts';
import { announceInvites } from '#core/onepass/announce.ts';
import { minutesFromNow, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Invitations of the tenant, if it is served and has OnePASS. */
const invitations = (db: Db) =>
  db
    .selectFrom('secure_key_invite as i')
    .innerJoin('tenant as t', (join) =>
      join
        .on('t.id', '=', db.tenantId)
        .on('t.suspended_at', 'is', null)
        .on(sql<boolean>`'secureKey' = any(t.features)`),
    )
    .select(['i.id', 'i.email', 'i.locale', 'i.notes', 'i.status', 'i.created_by_name as sender'])
    .select(['i.token_hash', 'i.browser_hash', 'i.opened_at', 't.name as organization']);
export type StoredInvite = NonNullable<Awaited<ReturnType<typeof inviteOfToken>>>;

/** The invitation of the link that works now. Any text is looked up, so that all wrong ones take the same time. */
export const inviteOfToken = (db: Db, token: string) =>
  invitations(db).where('i.token_hash', '=', secretHash(token)).executeTakeFirst();
/** The same, locked until the end of the transaction: it waits for a concurrent cancellation and is judged after it. */
export const lockInviteOfToken = (db: Db, token: string) =>
  invitations(db).where('i.token_hash', '=', secretHash(token)).forUpdate('i').executeTakeFirst();

/** The invitation that a browser accepted. */
export const inviteOfBrowser = (db: Db, id: string, bond: string) =>
  invitations(db).where('i.id', '=', id).where('i.browser_hash', '=', secretHash(bond)).executeTakeFirst();
export const lockInviteOfBrowser = (db: Db, id: string, bond: string) =>
  invitations(db)
    .where('i.id', '=', id)
    .where('i.browser_hash', '=', secretHash(bond))
    .forUpdate('i')
    .executeTakeFirst();

export type StoredKey = Awaited<ReturnType<typeof keysOf>>[number];
/** Keys of the invitation with their devices, by the time of their end. */
export const keysOf = (db: Db, inviteId: string) =>
  db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .leftJoin('tag_value as v', 'v.id', 'd.location_value_id')
    .select(['k.id', 'd.name as device', 'd.location_value_id as location_id', 'v.name as location'])
    .select(['k.expires_at', 'k.max_uses', 'k.uses', 'k.secret', 'k.last_step'])
    .select(sql<boolean>`k.expires_at > clock_timestamp()`.as('in_time'))
    .leftJoin('controller_entry as e', (join) =>
      join.onRef('e.entry_id', '=', 'k.id').onRef('e.controller_id', '=', 'd.controller_id'),
    )
    .leftJoin('controller_state as s', 's.device_id', 'd.controller_id')
    .select(
      sql<boolean | null>`case when d.controller_id is not null
        then coalesce(e.content is not null and e.version <= s.confirmed_version
          and s.usable_until > clock_timestamp(), false) end`.as('lock_ready'),
    )
    .where('k.invite_id', '=', inviteId)
    .orderBy('k.expires_at')
    .orderBy('k.id')
    .execute();

type Step = 'opened' | 'accepted' | 'movedBrowser' | 'codeShown';
/** Writes a step of the invitation, which open lists show. */
export async function writeStep(db: Db, inviteId: string, step: Step, keyId: string | null = null): Promise<void> {
  await db
    .insertInto('secure_key_invite_step')
    .values({ invite_id: inviteId, step, key_id: keyId, at: sql<string>`clock_timestamp()` })
    .execute();
  await announceInvites(db, [inviteId]);
}

/** Marks the invitation as opened by its link; false if it was opened before or has another link now. */
export async function markOpened(db: Db, { id, token_hash: link }: StoredInvite): Promise<boolean> {
  const row = await db
    .updateTable('secure_key_invite')
    .set((eb) => ({
      opened_at: now,
      version: eb('version', '+', 1),
      delivery: eb
        .case()
        .when('delivery', '=', 'accepted')
        .then(eb.ref('delivery'))
        .else(eb.val<Delivery>('opened'))
        .end(),
    }))
    .where('id', '=', id)
    .where('token_hash', '=', link)
    .where('opened_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Binds the invitation to a browser and ends the former bond. */
export const bind = (db: Db, id: string, bond: string) =>
  db
    .updateTable('secure_key_invite')
    .set((eb) => ({
      browser_hash: secretHash(bond),
      accepted_at: now,
      delivery: 'accepted',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

/**
 * Whether a code of the key was shown within the last hour, with no later step of the key or the invitation. It limits steps: a
 * recipient may request the code each second for 45 days, and the sender's drawer shows every step.
 */
export async function wasJustShown(db: Db, inviteId: string, keyId: string): Promise<boolean> {
  const last = await db
    .selectFrom('secure_key_invite_step')
    .select(['step', sql<boolean>`at > clock_timestamp() - interval '1 hour'`.as('recent')])
    .where('invite_id', '=', inviteId)
    .where((eb) => eb.or([eb('key_id', '=', keyId), eb('key_id', 'is', null)]))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.step === 'codeShown' && last.recent;
}

type NewBrowserCode = { inviteId: string; tokenHash: Buffer; codeHash: Buffer; minutes: number };
/** Stores the code that the invited address gets; it replaces the former one. */
export const storeBrowserCode = (db: Db, { inviteId, tokenHash, codeHash, minutes }: NewBrowserCode) =>
  db
    .insertInto('secure_key_invite_code')
    .values({
      invite_id: inviteId,
      token_hash: tokenHash,
      code_hash: codeHash,
      tries: 0,
      expires_at: minutesFromNow(minutes),
    })
    .onConflict((conflict) =>
      conflict.column('invite_id').doUpdateSet(() => {
        const excluded = expressionBuilder<
          { excluded: { token_hash: Buffer; code_hash: Buffer; expires_at: string } },
          'excluded'
        >();
        return {
          token_hash: excluded.ref('excluded.token_hash'),
          code_hash: excluded.ref('excluded.code_hash'),
          expires_at: excluded.ref('excluded.expires_at'),
          tries: 0,
        };
      }),
    )
    .execute();

/** Counts a try, and returns the hash of the valid code; undefined if there is none. */
export async function tryBrowserCode(db: Db, inviteId: string, tokenHash: Buffer, tries: number) {
  const row = await db
    .updateTable('secure_key_invite_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('invite_id', '=', inviteId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

export const dropBrowserCode = (db: Db, inviteId: string) =>
  db.deleteFrom('secure_key_invite_code').where('invite_id', '=', inviteId).execute();
