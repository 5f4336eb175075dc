// Background jobs: PINs for profiles that came without one, and the verifiers that OKMs compare with.
import { hashForOkms } from '#core/auth/password.ts';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { announce } from '#core/live/changes.ts';
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
/** Verifiers in one run of the job: each costs tens of milliseconds of CPU, and mail waits behind the job. */
const verifiersAtOnce = 100;

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

const unverified = (db: Db) =>
  db
    .selectFrom('pin')
    .innerJoin('pin_salt', (join) => join.onTrue())
    .select(['pin.profile_id', 'pin.sealed', 'pin_salt.salt'])
    .where('pin.verifier', 'is', null)
    .limit(verifiersAtOnce)
    .execute();

/** Stores the verifier, unless the PIN was reset or its profile deleted since it was read. */
async function storeVerifier(db: Db, vault: Vault, pin: { profile_id: string; sealed: Buffer }, verifier: string) {
  const stored = await db
    .updateTable('pin as i')
    .set({ verifier: vault.seal(verifier, verifierContext(db.tenantId, pin.profile_id)) })
    .where('i.profile_id', '=', pin.profile_id)
    .where('i.sealed', '=', pin.sealed)
    .returning((eb) => profileLocations(eb.ref('i.profile_id')).as('locations'))
    .execute();
  announce(
    db,
    stored.map(({ locations }) => ({ resource: 'user', id: pin.profile_id, locations })),
  );
}

type Payload = { tenantId: string };
/** Makes the verifiers of a tenant, in the hashing lane, outside any transaction. Queues itself while some are left. */
export const pinVerifiers = defineJob<Payload>({
  name: 'pin-verifiers',
  run: async ({ tenantId }, { database, vault }) => {
    const inOwnTenant = <T>(work: (db: Db) => Promise<T>) => inTenant(database.system, tenantId, work);
    const pins = await inOwnTenant(async (db) =>
      (await unverified(db)).map((pin) => ({ ...pin, digits: openPin(db, vault, pin) })),
    );
    for (const pin of pins) {
      const verifier = await hashForOkms(pin.digits, pin.salt);
      await inOwnTenant((db) => storeVerifier(db, vault, pin, verifier));
    }
    if (pins.length === verifiersAtOnce) await inOwnTenant(queueVerifiers);
  },
});
