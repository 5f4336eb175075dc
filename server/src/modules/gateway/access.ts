import type { AccessAnswer } from '@keyward/contract/gateway';
import { type Controller, touchToken } from '#core/auth/controller.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { EntryKind } from '#core/controllers/entries.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { type Bodiless, withoutBody } from '#core/http/reply.ts';
import { announce } from '#core/live/changes.ts';
import { openKeySecrets } from '#core/onepass/secrets.ts';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import { openVerifiers } from '#core/pins/verifiers.ts';
import type { Db } from '#db/tenant.ts';
import { digestOf, entriesSince, lockState, storeFetched } from './position-queries.ts';

type Held = { epoch?: number | undefined; version?: number | undefined };
type Stored = Awaited<ReturnType<typeof entriesSince>>[number];

/** The entries of one kind as they are sent. */
function listed<T extends object>(entries: readonly Stored[], wanted: EntryKind): (T & { hash: string })[] {
  return entries.flatMap(({ kind, hash, content }) => {
    if (kind !== wanted || content === null) return [];
    // entries.ts wrote it, in the contract's shape
    const stored: T = JSON.parse(content);
    return [{ ...stored, hash }];
  });
}
type Unhashed<K extends 'devices' | 'people' | 'keys', Secret extends string = 'hash'> = Omit<
  AccessAnswer[K][number],
  'hash' | Secret
>;

const idsOf = (entries: readonly Stored[], wanted: EntryKind) =>
  entries.flatMap(({ kind, id, content }) => (kind === wanted && content !== null ? [id] : []));

/**
 * What the controller should hold: everything, or what changed since `held` where that is known. Secrets are opened for
 * each answer and may be used for the organization's offline hours from now on.
 */
export async function handAccess(
  db: Db,
  vault: Vault,
  controller: Controller,
  { held, http }: { held: Held; http: Exchange },
): Promise<{ data: AccessAnswer } | Bodiless> {
  const { deviceId, locationId } = controller;
  // what needs no other answer is sent together: a controller waits for each round trip
  const [, { epoch, version, digest, fetched }, { offlineHours }, known] = await Promise.all([
    touchToken(db, controller),
    lockState(db, deviceId),
    organizationSettingsOf(db),
    digestOf(db, deviceId, held.version ?? 0),
  ]);
  const until = new Date(Date.now() + offlineHours * 3_600_000);
  const stored = storeFetched(db, deviceId, version, until);
  if (fetched !== version) {
    announce(db, [{ resource: 'device', id: deviceId, locations: locationId === null ? [] : [locationId] }]);
  }
  http.header('keyward-usable-until', until.toISOString());
  if (http.unchanged(`${epoch}-${version}`)) {
    await stored;
    return withoutBody(304);
  }
  const since = held.epoch === epoch && known ? (held.version ?? 0) : null;
  const [, entries] = await Promise.all([stored, entriesSince(db, deviceId, since)]);
  const [verifiers, secrets] = await Promise.all([
    openVerifiers(db, vault, idsOf(entries, 'person')),
    openKeySecrets(db, vault, idsOf(entries, 'key')),
  ]);
  return {
    data: {
      epoch,
      version,
      digest,
      usableUntil: until.toISOString(),
      whole: since === null,
      devices: listed<Unhashed<'devices'>>(entries, 'device'),
      people: listed<Unhashed<'people', 'verifier'>>(entries, 'person').map((person) => ({
        ...person,
        verifier: verifiers.get(person.id) ?? null,
      })),
      keys: listed<Unhashed<'keys', 'secret'>>(entries, 'key').flatMap((key) => {
        const secret = secrets.get(key.id);
        return secret === undefined ? [] : [{ ...key, secret }];
      }),
      removed: entries.flatMap(({ id, content }) => (content === null ? [id] : [])),
    },
  };
}
