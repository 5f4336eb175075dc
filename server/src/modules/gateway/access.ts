import type { AccessAnswer } from '@keyward/contract/gateway';
import { type Controller, touchToken } from '#core/auth/controller.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { clock } from '#core/clock.ts';
import type { EntryKind } from '#core/controllers/entries.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { type Bodiless, withoutBody } from '#core/http/reply.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { openVerifiers } from '#core/pins/verifiers.ts';
import type { Db } from '#db/tenant.ts';
import { digestOf, entriesSince, idsSince, lockState, storeFetched } from './position-queries.ts';
import { openKeySecrets } from './secrets.ts';

type Held = { epoch?: number | undefined; version?: number | undefined };
type Stored = Awaited<ReturnType<typeof entriesSince>>[number];

/** The entries of one kind in the shape in which they are sent. */
function listed<T extends object>(entries: readonly Stored[], wanted: EntryKind): (T & { hash: string })[] {
  return entries.flatMap(({ kind, hash, content }) => {
    if (kind !== wanted || content === null) return [];
    // entries.ts wrote it in the contract's shape
    const stored: T = JSON.parse(content);
    return [{ ...stored, hash }];
  });
}
type Unhashed<K extends 'devices' | 'people' | 'keys', Secret extends string = 'hash'> = Omit<
  AccessAnswer[K][number],
  'hash' | Secret
>;

/** Entries that changed after a version, or all of them, with their secrets. Sent as by `sendNow`. */
async function contentSince(db: Db, vault: Vault, deviceId: string, since: number | null) {
  const [entries, verifiers, secrets] = await Promise.all([
    entriesSince(db, deviceId, since),
    openVerifiers(db, vault, idsSince(deviceId, since, 'person')),
    openKeySecrets(db, vault, idsSince(deviceId, since, 'key')),
  ]);
  return { entries, verifiers, secrets };
}

/**
 * The data that the controller should have: everything, or the changes since `held` if that version is known. Secrets are opened
 * for each answer and may be used for the organization's offline hours from now on.
 */
export async function handAccess(
  db: Db,
  vault: Vault,
  controller: Controller,
  { held, http }: { held: Held; http: Exchange },
): Promise<{ data: AccessAnswer } | Bodiless> {
  const { deviceId, locationId, offlineHours } = controller;
  const until = new Date(clock.now().getTime() + offlineHours * 3_600_000);
  const { version: since } = held;
  // one round trip, because a controller waits for it: changes are read before it is known whether they are needed
  const [, { epoch, version, digest, fetched }, known, stored, changed] = await Promise.all([
    touchToken(db, controller),
    lockState(db, deviceId),
    since === undefined ? undefined : digestOf(db, deviceId, since),
    storeFetched(db, deviceId, until),
    since === undefined ? undefined : contentSince(db, vault, deviceId, since),
  ]);
  // the controller was judged for the first time
  if (stored.length === 0) await storeFetched(db, deviceId, until);
  if (fetched !== version) {
    announce(db, [{ resource: 'device', id: deviceId, locations: locationIds(locationId) }]);
  }
  http.header('keyward-usable-until', until.toISOString());
  if (http.unchanged(`${epoch}-${version}`)) return withoutBody(304);
  const usable = held.epoch === epoch && known !== undefined ? changed : undefined;
  const { entries, verifiers, secrets } = usable ?? (await contentSince(db, vault, deviceId, null));
  return {
    data: {
      epoch,
      version,
      digest,
      usableUntil: until.toISOString(),
      whole: usable === undefined,
      devices: listed<Unhashed<'devices'>>(entries, 'device'),
      people: listed<Unhashed<'people', 'verifier'>>(entries, 'person').map((person) => ({
        ...person,
        verifier: verifiers.get(person.id) ?? null,
      })),
      // a key deleted after the entries were judged is still part of the digest: it gets a secret that opens nothing and cannot
      // be guessed
      keys: listed<Unhashed<'keys', 'secret'>>(entries, 'key').map((key) => ({
        ...key,
        secret:
          secrets.get(key.id) ?? vault.lookupHashes(`no secret of ${db.tenantId}`, key.id).current.toString('hex'),
      })),
      removed: entries.flatMap(({ id, content }) => (content === null ? [id] : [])),
    },
  };
}
