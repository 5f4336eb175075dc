// Background jobs: PINs for profiles that came without one, and the verifiers that OKMs compare with.
import { sql } from 'kysely';
import { hashForOkms } from '#core/auth/password.ts';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { announce } from '#core/live/changes.ts';
import { any, valuesTable } from '#db/fragments.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { issuePins, openPin } from './issue.ts';
import { verifierContext } from './verifiers.ts';

/** The column of verifiers, for the change of the server's key. */
export const sealedVerifiers: SealedColumn = {
  table: 'pin',
  column: 'verifier',
  key: ['profile_id'],
  context: (tenantId, { profile_id = '' }) => verifierContext(tenantId, profile_id),
};

/** Profiles in one transaction, which bounds how long it keeps others from issuing PINs. */
const issuedAtOnce = 200;
/** Verifiers that one run of the job reads, and for how long it makes them: mail waits behind the job. */
const verifiersAtOnce = 100;
const runMs = 2_000;

/** Issues PINs to profiles without one, except those that are being changed. Returns how many. */
async function issueMissing(db: Db, vault: Vault): Promise<number> {
  const profiles = await db
    .selectFrom('profile as p')
    .select('p.id')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('pin as i').select('i.length').whereRef('i.profile_id', '=', 'p.id'))),
    )
    .limit(issuedAtOnce)
    .forKeyShare()
    .skipLocked()
    .execute();
  const ids = profiles.map((profile) => profile.id);
  await issuePins(db, vault, ids, { by: null });
  return ids.length;
}

const queueVerifiers = (db: Db) => db.selectNoFrom((eb) => eb.fn('queue_pin_verifiers').as('queued')).execute();

/** For a verifier that was not stored, because the PIN was sealed again while it was made. */
async function queueUnverified(db: Db): Promise<void> {
  const [pin] = await db.selectFrom('pin').select('length').where('verifier', 'is', null).limit(1).execute();
  if (pin) await queueVerifiers(db);
}

/** Every minute: profiles of an earlier release, and those that the command line or the demo added. */
export const missingPins = defineJob({
  name: 'missing-pins',
  lane: 'long',
  every: '* * * * *',
  run: async (_payload, { database, vault, log }: JobContext) => {
    const tenants = await database.system.query<{ id: string }>('select id from tenant');
    let issued = 0;
    for (const { id } of tenants.rows) {
      for (let n = issuedAtOnce; n === issuedAtOnce; issued += n) {
        n = await inTenant(database.system, id, (db) => issueMissing(db, vault));
      }
      await inTenant(database.system, id, queueUnverified);
    }
    log.debug({ issued }, 'missing PINs issued');
  },
});

/**
 * The latest change first. An import's are taken location by location: each transaction that stores verifiers raises the
 * version of every OKM that it concerns.
 */
const unverified = (db: Db) =>
  db
    .selectFrom('pin')
    .innerJoin('pin_salt', (join) => join.onTrue())
    .select(['pin.profile_id', 'pin.sealed', 'pin_salt.salt'])
    .where('pin.verifier', 'is', null)
    .orderBy('pin.set_at', 'desc')
    .orderBy((eb) => profileLocations(eb.ref('pin.profile_id')))
    .orderBy('pin.profile_id')
    .limit(verifiersAtOnce)
    .execute();

type Unverified = Awaited<ReturnType<typeof unverified>>[number];
type Made = Unverified & { verifier: string };

/** Stores verifiers, except of PINs that were reset or deleted since they were read, or are being changed now. */
async function storeVerifiers(db: Db, vault: Vault, made: readonly Made[]): Promise<void> {
  const current = await db
    .selectFrom('pin')
    .select(['profile_id', 'sealed'])
    .where('profile_id', '=', any(made.map(({ profile_id: id }) => id)))
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const sealed = new Map(current.map((pin) => [pin.profile_id, pin.sealed]));
  const [first, ...rest] = made
    .filter((pin) => sealed.get(pin.profile_id)?.equals(pin.sealed))
    .map(({ profile_id: id, verifier }) => ({
      id: sql<string>`${id}::uuid`,
      verifier: sql<Buffer>`${vault.seal(verifier, verifierContext(db.tenantId, id))}::bytea`,
    }));
  if (!first) return;
  const stored = await db
    .updateTable('pin as i')
    .from(valuesTable([first, ...rest]))
    .set((eb) => ({ verifier: eb.ref('v.verifier') }))
    .whereRef('i.profile_id', '=', 'v.id')
    .returning((eb) => ['i.profile_id as id', profileLocations(eb.ref('i.profile_id')).as('locations')])
    .execute();
  announce(
    db,
    stored.map(({ id, locations }) => ({ resource: 'user', id, locations })),
  );
}

/** Waits for no one: false while another run makes verifiers of the tenant. Held until the transaction ends. */
async function lockMaking(db: Db): Promise<boolean> {
  const lock = `pin verifiers ${db.tenantId}`;
  const { free } = await db
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${lock}, 0))`.as('free'))
    .executeTakeFirstOrThrow();
  return free;
}

/**
 * Makes and stores some verifiers, in one transaction: until they are stored it keeps nothing waiting but other runs, and the
 * lock of a killed process ends with it. Returns the PINs whose verifiers it made; undefined while another run makes them.
 */
async function makeSome(db: Db, vault: Vault): Promise<Made[] | undefined> {
  if (!(await lockMaking(db))) return undefined;
  const pins = (await unverified(db)).map((pin) => ({ ...pin, digits: openPin(db, vault, pin) }));
  const made: Made[] = [];
  const end = performance.now() + runMs;
  for (const pin of pins) {
    made.push({ ...pin, verifier: await hashForOkms(pin.digits, pin.salt) });
    if (performance.now() > end) break;
  }
  await storeVerifiers(db, vault, made);
  return made;
}

/**
 * Queues another run while PINs are left that this one did not try: also those for which a run found the lock taken. One that
 * was tried and not stored is being changed now, and waits for the job of every minute.
 */
async function queueRest(db: Db, made: readonly Made[]): Promise<void> {
  const tried = new Map(made.map((pin) => [pin.profile_id, pin.sealed]));
  const left = await unverified(db);
  if (left.some((pin) => !tried.get(pin.profile_id)?.equals(pin.sealed))) await queueVerifiers(db);
}

type Payload = { tenantId: string };
/** Makes the verifiers of a tenant, in the hashing lane. Queues itself while some are left. */
export const pinVerifiers = defineJob<Payload>({
  name: 'pin-verifiers',
  lane: 'long',
  run: async ({ tenantId }, { database, vault }) => {
    const made = await inTenant(database.system, tenantId, (db) => makeSome(db, vault));
    // once the lock is free: a run that finds it taken leaves its PINs to this look
    if (made) await inTenant(database.system, tenantId, (db) => queueRest(db, made));
  },
});
