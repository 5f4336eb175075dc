// The only place where PINs are issued: on creation, import and activation of profiles, and by a reset.
import { randomBytes } from 'node:crypto';
import { limits } from '@keyward/contract/limits';
import { PortalError } from '#core/errors.ts';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { any, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { drawPin, type DrawPin, isTrivial, pinLength } from './digits.ts';

const pinContext = (tenantId: string, profileId: string): string => `pin ${tenantId} ${profileId}`;

/** The keyed hashes by which a tenant finds an equal PIN: one under each key of the server. */
function pinHashes(db: Db, vault: Vault, pin: string): Buffer[] {
  const { current, old } = vault.lookupHashes(`pin ${db.tenantId}`, pin);
  return old ? [current, old] : [current];
}

/** The column of PINs, for the change of the server's key. */
export const sealedPins: SealedColumn = {
  table: 'pin',
  column: 'sealed',
  key: ['profile_id'],
  context: (tenantId, { profile_id = '' }) => pinContext(tenantId, profile_id),
  async rehash(db, { profile_id = '' }, pin, vault) {
    const hashes = pinHashes(db, vault, pin);
    await db.deleteFrom('pin_index').where('profile_id', '=', profile_id).where('pin_hash', 'not in', hashes).execute();
    await db
      .insertInto('pin_index')
      .values(hashes.map((hash) => ({ profile_id, pin_hash: hash })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
};

export type IssueOptions = {
  /** The id of the profile that causes it; null: the server. */
  by: string | null;
  draw?: DrawPin | undefined;
};

/** Rows of one statement: PostgreSQL accepts at most 65,535 parameters. */
const batchSize = 1000;
function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let i = 0; i < rows.length; i += batchSize) yield rows.slice(i, i + batchSize);
}

/**
 * Serialises the issuing of PINs in a tenant until the transaction ends: the length follows from the number of profiles,
 * and inserts that wait for each other's PINs would deadlock.
 */
async function lockIssuing(db: Db): Promise<void> {
  await db
    .insertInto('pin_salt')
    .values({ salt: randomBytes(16) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.selectFrom('pin_salt').select('salt').forUpdate().execute();
}

/** The length of a newly issued PIN. */
async function currentLength(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('profile')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return pinLength(n);
}

/**
 * Issues PINs to those of the profiles that have none. Call it in the transaction that adds or activates them, after their rows
 * are written and before `record()`: PINs of one tenant are issued by one transaction at a time. Throws pinNotFound if 20
 * attempts draw no unused PIN for one of them; nothing is stored then.
 */
export async function issuePins(
  db: Db,
  vault: Vault,
  profileIds: readonly string[],
  options: IssueOptions,
): Promise<void> {
  if (profileIds.length === 0) return;
  await lockIssuing(db);
  const holders = await db.selectFrom('pin').select('profile_id').where('profile_id', '=', any(profileIds)).execute();
  const having = new Set(holders.map((row) => row.profile_id));
  const lacking = [...new Set(profileIds)].filter((id) => !having.has(id));
  await store(db, vault, await reserve(db, vault, lacking, options), { by: options.by, withProfile: true });
}

/** Replaces the PINs of profiles, whose rows the caller has locked, and returns the new ones. Throws pinNotFound. */
export async function renewPins(
  db: Db,
  vault: Vault,
  profileIds: readonly string[],
  options: IssueOptions,
): Promise<Map<string, string>> {
  await lockIssuing(db);
  const own = any(profileIds);
  // locked before its hashes, as in the change of the server's key
  await db.selectFrom('pin').select('length').where('profile_id', '=', own).orderBy('profile_id').forUpdate().execute();
  const former = await db.selectFrom('pin_index').select('pin_hash').where('profile_id', '=', own).execute();
  // a former PIN still has its hashes, so it is not drawn again
  const pins = await reserve(db, vault, profileIds, options);
  for (const rows of batches(former)) {
    const hashes = rows.map(({ pin_hash: hash }) => hash);
    await db.deleteFrom('pin_index').where('pin_hash', 'in', hashes).execute();
  }
  await store(db, vault, pins, { by: options.by, withProfile: false });
  return pins;
}

/** The same for one profile. */
export async function renewPin(db: Db, vault: Vault, profileId: string, options: IssueOptions): Promise<string> {
  const pin = (await renewPins(db, vault, [profileId], options)).get(profileId);
  if (pin === undefined) throw new Error('no PIN was reserved');
  return pin;
}

type Draft = { id: string; pin: string; hashes: Buffer[] };

/** Draws unused PINs, and stores their keyed hashes. Throws pinNotFound. */
async function reserve(
  db: Db,
  vault: Vault,
  profileIds: readonly string[],
  { draw = drawPin }: IssueOptions,
): Promise<Map<string, string>> {
  const pins = new Map<string, string>();
  if (profileIds.length === 0) return pins;
  const length = await currentLength(db);
  for (let tries = 0; pins.size < profileIds.length; tries++) {
    if (tries === limits.pinTries) throw new PortalError('pinNotFound', { params: { tries } });
    for (const ids of batches(profileIds.filter((id) => !pins.has(id)))) {
      const drafts = ids
        .map((id): Draft => {
          const pin = draw(length);
          return { id, pin, hashes: pinHashes(db, vault, pin) };
        })
        .filter(({ pin }) => !isTrivial(pin));
      for (const { id, pin } of await unused(db, drafts)) pins.set(id, pin);
    }
  }
  return pins;
}

/** Stores the hashes of the drafts that no other profile has, under any of the server's keys; returns those drafts. */
async function unused(db: Db, drafts: readonly Draft[]): Promise<Draft[]> {
  const stored = new Map<string, Buffer[]>();
  for (const rows of batches(
    drafts.flatMap(({ id, hashes }) => hashes.map((hash) => ({ profile_id: id, pin_hash: hash }))),
  )) {
    const inserted = await db
      .insertInto('pin_index')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['profile_id', 'pin_hash'])
      .execute();
    for (const { profile_id: id, pin_hash: hash } of inserted) stored.set(id, [...(stored.get(id) ?? []), hash]);
  }
  const isComplete = ({ id, hashes }: Draft) => stored.get(id)?.length === hashes.length;
  for (const draft of drafts.filter((one) => !isComplete(one))) {
    for (const hash of stored.get(draft.id) ?? [])
      await db.deleteFrom('pin_index').where('pin_hash', '=', hash).execute();
  }
  return drafts.filter(isComplete);
}

async function store(
  db: Db,
  vault: Vault,
  pins: ReadonlyMap<string, string>,
  { by, withProfile }: { by: string | null; withProfile: boolean },
): Promise<void> {
  for (const batch of batches([...pins])) {
    await db
      .insertInto('pin')
      .values(
        batch.map(([id, pin]) => ({
          profile_id: id,
          sealed: vault.seal(pin, pinContext(db.tenantId, id)),
          length: pin.length,
          set_by: by,
          with_profile: withProfile,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('profile_id').doUpdateSet((eb) => ({
          sealed: eb.ref('excluded.sealed'),
          length: eb.ref('excluded.length'),
          set_at: now,
          set_by: eb.ref('excluded.set_by'),
          with_profile: eb.ref('excluded.with_profile'),
          verifier: null,
        })),
      )
      .execute();
  }
  if (pins.size > 0) await db.selectNoFrom((eb) => eb.fn('queue_pin_verifiers').as('queued')).execute();
}

type StoredPin = { profile_id: string; sealed: Buffer };
/** A stored PIN in clear; undefined when it was sealed with a key that the server does not have. */
export const readablePin = (db: Db, vault: Vault, { profile_id: id, sealed }: StoredPin): string | undefined =>
  vault.open(sealed, pinContext(db.tenantId, id));

/** A stored PIN in clear. @throws when it was sealed with a key that the server does not have. */
export function openPin(db: Db, vault: Vault, stored: StoredPin): string {
  const pin = readablePin(db, vault, stored);
  if (pin === undefined) throw new Error('a PIN cannot be decrypted: was the server’s key changed?');
  return pin;
}
