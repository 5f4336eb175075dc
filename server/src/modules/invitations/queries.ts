import type { Delivery, InviteStepName } from '@keyward/contract/onepass';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { any, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Whether a key has neither ended nor been used up. The key of a deactivated invitation opens nothing even so. */
const isUsable = sql<boolean>`(k.expires_at > now() and k.uses < k.max_uses)`;

const keyQuery = (db: Db) =>
  db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .select([
      'k.id',
      'k.invite_id',
      'k.max_uses',
      'k.uses',
      'k.created_at',
      'k.duration',
      'k.expires_at',
      isUsable.as('usable'),
      'd.id as device_id',
      'd.name as device_name',
      'd.serial_number',
      'd.location_value_id as location_id',
      'd.name_fold',
    ]);
export type StoredKey = Awaited<ReturnType<typeof lockKeys>>[number];

/** Locks these keys until the end of the transaction. */
export const lockKeys = (db: Db, ids: readonly string[]) =>
  keyQuery(db).where('k.id', '=', any(ids)).orderBy('k.id').forUpdate('k').execute();

const findKeysOf = (db: Db, inviteIds: readonly string[]) =>
  keyQuery(db).where('k.invite_id', '=', any(inviteIds)).orderBy('d.name_fold').orderBy('k.id').execute();

/** Invitations with their keys, in no order. */
export async function findInvites(db: Db, ids: readonly string[]) {
  const invites = await db
    .selectFrom('secure_key_invite')
    .select([
      'id',
      'email',
      'notes',
      'locale',
      'status',
      'delivery',
      'sent_at',
      'created_at',
      'created_by_name',
      'token',
      'version',
    ])
    .where('id', '=', any(ids))
    .execute();
  const keys = Map.groupBy(await findKeysOf(db, ids), (key) => key.invite_id);
  return invites.map((invite) => ({ ...invite, keys: keys.get(invite.id) ?? [] }));
}
export type StoredInvite = Awaited<ReturnType<typeof findInvites>>[number];

/**
 * The same, locked in id order until the end of the transaction, and read after that, so that no value is older than the lock.
 */
export async function lockInvites(db: Db, ids: readonly string[]): Promise<StoredInvite[]> {
  await db.selectFrom('secure_key_invite').select('id').where('id', '=', any(ids)).orderBy('id').forUpdate().execute();
  return findInvites(db, ids);
}

/** The tags of these devices, as stored. */
export const findDeviceTags = (db: Db, deviceIds: readonly string[]) =>
  db
    .selectFrom('device as d')
    .select((eb) => [
      'd.id',
      jsonArrayFrom(
        eb
          .selectFrom('device_tag as g')
          .select(['g.tag_definition_id', 'g.value_id', 'g.text', 'g.every_value'])
          .whereRef('g.device_id', '=', 'd.id'),
      ).as('tags'),
    ])
    .where('d.id', '=', any(deviceIds))
    .execute();

export const findSteps = (db: Db, inviteId: string) =>
  db
    .selectFrom('secure_key_invite_step')
    .select(['id', 'step', 'at', 'key_id', 'by_name', 'detail'])
    .where('invite_id', '=', inviteId)
    // uses off line are reported late
    .orderBy('at')
    .orderBy('id')
    .execute();

type Step = { step: InviteStepName; by?: string; detail?: string };
export async function addStep(db: Db, inviteId: string, { step, by, detail }: Step): Promise<void> {
  await db
    .insertInto('secure_key_invite_step')
    .values({
      invite_id: inviteId,
      step,
      // read after the wait for the lock of the invitation
      at: sql<string>`clock_timestamp()`,
      by_name: by ?? null,
      detail: detail ?? null,
    })
    .execute();
}

/** Whether another link was made after the one of the call that began at `at`. */
export async function isLinkNewer(db: Db, inviteId: string, at: string): Promise<boolean> {
  const made = await db
    .selectFrom('secure_key_invite_step')
    .select('id')
    .where('invite_id', '=', inviteId)
    .where('step', 'in', ['linkCopied', 'linkShown', 'addressCorrected'])
    // a step is later than the start of its transaction
    .where('at', '>=', at)
    .limit(2)
    .execute();
  return made.length > 1;
}

/** The link's token: its hash, for the look-up, and its sealed form, to send it again. */
export type StoredToken = { token_hash: Buffer; token: Buffer };

type NewInvite = StoredToken & {
  id: string;
  email: string;
  notes: string;
  locale: string;
  created_by: string;
  created_by_name: string;
};
export async function insertInvite(db: Db, invite: NewInvite, keyIds: readonly string[]): Promise<void> {
  await db.insertInto('secure_key_invite').values(invite).execute();
  await db.updateTable('secure_key').set({ invite_id: invite.id }).where('id', '=', any(keyIds)).execute();
}

/** Notes that the link is being sent in this mail. Steps of the recipient stay, because the link is the same. */
export async function setMail(db: Db, id: string, mailId: string): Promise<void> {
  await db
    .updateTable('secure_key_invite')
    .set((eb) => ({
      mail_id: mailId,
      sent_at: now,
      version: eb('version', '+', 1),
      delivery: sql<Delivery>`case when delivery in ('opened', 'accepted') then delivery else 'queued' end`,
    }))
    .where('id', '=', id)
    .execute();
}

/** Stores a new link; the former one ends, with the bond of the browser that accepted it. */
export async function setLink(db: Db, id: string, link: StoredToken & { email?: string }): Promise<void> {
  await db
    .updateTable('secure_key_invite')
    .set((eb) => ({
      ...link,
      mail_id: null,
      opened_at: null,
      accepted_at: null,
      browser_hash: null,
      delivery: 'linkMade',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Deactivates an invitation for good and erases its token. Its bond stays, so that the recipient's page can say so. */
export async function setCancelled(db: Db, id: string): Promise<void> {
  await db
    .updateTable('secure_key_invite')
    .set((eb) => ({
      status: 'CANCELLED',
      cancelled_at: now,
      token: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
