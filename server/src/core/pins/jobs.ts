// Background jobs: PINs for profiles added without one, and the verifiers that OKMs compare with.
import { sql } from 'kysely';
import { hashForOkms } from '#core/auth/password.ts';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import { markBytes, type Vault } from '#core/auth/secrets.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { type BackgroundLog, reportFailure } from '#core/jobs/background.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant } from '#core/jobs/tenants.ts';
import { announce } from '#core/live/changes.ts';
import { any, valuesTable } from '#db/fragments.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { issuePins, readablePin } from './issue.ts';
import { verifierContext } from './verifiers.ts';

/** The column of verifiers, for the change of the server's key. */
export const sealedVerifiers: SealedColumn = {
  table: 'pin',
  column: 'verifier',
  key: ['profile_id'],
  context: (tenantId, { profile_id = '' }) => verifierContext(tenantId, profile_id),
};

/** Profiles in one transaction, to bound the time for which others cannot issue PINs. */
const issuedAtOnce = 200;
/** Verifiers that one run of the job reads, and its time for making them in ms: mail waits behind the job. */
const verifiersAtOnce = 100;
const runMs = 2_000;

/** Issues PINs to profiles without one, except those that are being changed. Returns their number. */
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

/** PINs without a verifier: sealed with a key of the server, or with a foreign one. */
const unverifiedOf = (db: Db, { marks }: Vault, keys: 'own' | 'foreign') =>
  db
    .selectFrom('pin')
    .where('pin.verifier', 'is', null)
    .where(
      (eb) => eb.fn<Buffer>('substring', ['pin.sealed', eb.lit(1), eb.lit(markBytes)]),
      keys === 'own' ? 'in' : 'not in',
      [marks.current, ...(marks.old ? [marks.old] : [])],
    );

/** Queues the job for a verifier that was not stored, because the PIN was sealed again while it was made. */
async function queueUnverified(db: Db, vault: Vault): Promise<void> {
  const [pin] = await unverifiedOf(db, vault, 'own').select('length').limit(1).execute();
  if (pin) await queueVerifiers(db);
}

const countForeign = async (db: Db, vault: Vault): Promise<number> =>
  (
    await unverifiedOf(db, vault, 'foreign')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** Logs and counts PINs that get no verifier because the server cannot open them. */
function reportUnreadable(log: BackgroundLog, tenant: string, pins: number): void {
  if (pins === 0) return;
  const text = `${pins} PINs of the tenant ${tenant} cannot be decrypted: was the server’s key changed?`;
  reportFailure('job pin-verifiers', log, new Error(text));
}

/** Every minute: issues PINs to profiles of an earlier release, and to those that the command line or the demo added. */
export const missingPins = defineJob({
  name: 'missing-pins',
  lane: 'long',
  every: '* * * * *',
  run: async (_payload, context: JobContext) => {
    const { database, vault, log } = context;
    let issued = 0;
    await forEachTenant('missing-pins', context, async (id) => {
      for (let n = issuedAtOnce; n === issuedAtOnce; issued += n) {
        n = await inTenant(database.system, id, (db) => issueMissing(db, vault));
      }
      const foreign = await inTenant(database.system, id, async (db) => {
        await queueUnverified(db, vault);
        return countForeign(db, vault);
      });
      reportUnreadable(log, id, foreign);
    });
    log.debug({ issued }, 'missing PINs issued');
  },
});

/**
 * PINs to make verifiers of, latest change first. Those of an import come location by location: each transaction that stores
 * verifiers raises the version of every OKM concerned.
 */
const unverified = (db: Db, vault: Vault, except: readonly string[]) =>
  unverifiedOf(db, vault, 'own')
    .innerJoin('pin_salt', (join) => join.onTrue())
    .select(['pin.profile_id', 'pin.sealed', 'pin_salt.salt'])
    .where((eb) => eb.not(eb('pin.profile_id', '=', any(except))))
    .orderBy('pin.set_at', 'desc')
    .orderBy((eb) => profileLocations(eb.ref('pin.profile_id')))
    .orderBy('pin.profile_id')
    .limit(verifiersAtOnce)
    .execute();

type Unverified = Awaited<ReturnType<typeof unverified>>[number];
type Made = Unverified & { verifier: string };

/** The next PINs to make verifiers of, and the profiles whose PINs were skipped because they cannot be opened. */
async function nextPins(db: Db, vault: Vault) {
  const unreadable: string[] = [];
  for (;;) {
    const stored = await unverified(db, vault, unreadable);
    const pins: (Unverified & { digits: string })[] = [];
    for (const pin of stored) {
      const digits = readablePin(db, vault, pin);
      if (digits === undefined) unreadable.push(pin.profile_id);
      else pins.push({ ...pin, digits });
    }
    if (pins.length > 0 || stored.length < verifiersAtOnce) return { pins, unreadable };
  }
}

/** Stores verifiers, except those of PINs that were reset or deleted since they were read, or are being changed now. */
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

/** Returns false, without waiting, while another run makes verifiers of the tenant. Held until the transaction ends. */
async function lockMaking(db: Db): Promise<boolean> {
  const lock = `pin verifiers ${db.tenantId}`;
  const { free } = await db
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${lock}, 0))`.as('free'))
    .executeTakeFirstOrThrow();
  return free;
}

type Run = { made: Made[]; unreadable: string[] };
/**
 * Makes and stores some verifiers, in one transaction: until they are stored it makes only other runs wait, and the lock of a
 * killed process ends with it. Undefined while another run makes them.
 */
async function makeSome(db: Db, vault: Vault): Promise<Run | undefined> {
  if (!(await lockMaking(db))) return undefined;
  const { pins, unreadable } = await nextPins(db, vault);
  const made: Made[] = [];
  const end = performance.now() + runMs;
  for (const { digits, ...pin } of pins) {
    made.push({ ...pin, verifier: await hashForOkms(digits, pin.salt) });
    if (performance.now() > end) break;
  }
  await storeVerifiers(db, vault, made);
  return { made, unreadable };
}

/**
 * Queues another run while PINs are left that this one did not try, also those of a run that found the lock taken. A PIN that was
 * tried and not stored is being changed now, and waits for the job of every minute.
 */
async function queueRest(db: Db, vault: Vault, { made, unreadable }: Run): Promise<void> {
  const tried = new Map(made.map((pin) => [pin.profile_id, pin.sealed]));
  const left = await unverified(db, vault, unreadable);
  if (left.some((pin) => !tried.get(pin.profile_id)?.equals(pin.sealed))) await queueVerifiers(db);
}

type Payload = { tenantId: string };
/** Makes the verifiers of a tenant, in the hashing lane. Queues itself while some are left. */
export const pinVerifiers = defineJob<Payload>({
  name: 'pin-verifiers',
  lane: 'long',
  run: async ({ tenantId }, { database, vault, log }) => {
    const done = await inTenant(database.system, tenantId, (db) => makeSome(db, vault));
    if (!done) return;
    // after the lock is released: a run that finds it taken leaves its PINs to this check
    await inTenant(database.system, tenantId, (db) => queueRest(db, vault, done));
    reportUnreadable(log, tenantId, done.unreadable.length);
  },
});
