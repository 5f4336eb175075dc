// The recipients of the demo's invitations. Each makes the calls of the invitation's page, and types the code at the lock.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { type InvitationPage, invitationPage } from '@keyward/contract/invitation-page';
import type pg from 'pg';
import type { Vault } from '#core/auth/secrets.ts';
import type { Database } from '#db/connect.ts';
import { inTenant } from '#db/tenant.ts';
import { type Guest, guestsOf } from './guest-links.ts';
import type { Send } from './http.ts';
import type { Random } from './random.ts';
import type { SimulatedTenant, TypeAt } from './simulated-tenants.ts';

const minute = 60_000;
/** Time between two visits of a recipient, in ms; the uses are spread over the life of the key within these limits. */
const pauses = { shortest: 15 * minute, longest: 6 * 60 * minute } as const;
/** A code that is typed this much later, in ms, has ended. */
const lateMs = 150_000;

type GuestParts = {
  database: Pick<Database, 'system'>;
  vault?: Vault;
  tenants: readonly SimulatedTenant[];
  send: Send;
  random: Random;
  signal: AbortSignal;
  typeAt: TypeAt;
};
type Key = InvitationPage['keys'][number];

/** Reads the links of the simulated recipients; the returned function plays them until the signal. */
export async function createGuests(parts: GuestParts): Promise<() => Promise<void>> {
  const { database, vault, tenants, random, signal } = parts;
  const guests = vault
    ? (await Promise.all(tenants.map((tenant) => linksOf(database.system, vault, tenant)))).flat()
    : [];
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  const liveOf = async ({ tenant, guest }: { tenant: SimulatedTenant; guest: Guest }) => {
    await pause(random.between(1, 6) * minute);
    while (!signal.aborted) {
      // if the server is down or the invitation was replaced, the recipient tries again later
      const uses = await visit(guest, tenant, parts, pause).catch(() => []);
      await pause(untilNext(uses));
    }
  };
  return async () => void (await Promise.all(guests.map(liveOf)));
}

async function linksOf(system: pg.Pool, vault: Vault, tenant: SimulatedTenant) {
  const guests = await inTenant(system, tenant.id, (db) => guestsOf(db, vault));
  return guests.map((guest) => ({ tenant, guest }));
}

const untilNext = (keys: readonly Key[]): number => {
  const each = keys.map(
    (key) => (Date.parse(key.expiration_timestamp) - Date.now()) / Math.max(1, key.count - key.uses),
  );
  return Math.min(pauses.longest, Math.max(pauses.shortest, ...each));
};

/** One visit: opens the page, accepts, gets a code, and types it. Returns the keys that still open something. */
async function visit(
  guest: Guest,
  tenant: SimulatedTenant,
  { send, random, typeAt }: GuestParts,
  pause: (ms: number) => Promise<void>,
): Promise<Key[]> {
  const ask = async (endpoint: EndpointSpec, body: object) =>
    askPage(guest, { send, host: tenant.host }, endpoint, body);
  let page = invitationPage.open.reply.parse(await ask(invitationPage.open, { token: guest.token })).data;
  const usable = page.keys.filter((key) => key.state === 'active');
  if (page.state !== 'active' || page.bond === 'elsewhere') return [];
  if (page.bond === 'none') {
    page = invitationPage.accept.reply.parse(await ask(invitationPage.accept, { token: guest.token })).data;
  }
  const key = random.pick(usable);
  const place = tenant.stores
    .filter((store) => store.name === key.location)
    .flatMap((store) => store.locks.map((lock) => ({ store, lock })))
    .find(({ lock }) => lock.name === key.device_name);
  const request = { invitation: page.id, key: key.id };
  const { code } = invitationPage.code.reply.parse(await ask(invitationPage.code, request)).data;
  if (code === null || !place) return usable;
  const type = (digits: string, blocked = false) => typeAt(tenant, place.store, place.lock, digits, blocked);

  const luck = random.next();
  const isLate = luck < 0.1;
  const isBlocked = luck > 0.85;
  if (isLate) await pause(lateMs);
  if (luck > 0.1 && luck < 0.2) await type(mistyped(code));
  await type(code, isBlocked);
  // a code works only once, also for a person who tries again or has no use left
  if (key.count - key.uses === 1 || (luck > 0.2 && luck < 0.3)) await type(code);
  return usable;
}

const mistyped = (code: string): string => code.slice(1) + code.slice(0, 1);

/** Makes a call of the page with the recipient's cookies, as the browser does. */
async function askPage(
  guest: Guest,
  { send, host }: { send: Send; host: string },
  { method, path }: EndpointSpec,
  body: object,
): Promise<unknown> {
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) };
  const answer = await send({ method, path, host, headers, body });
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) guest.cookies.set(name, value);
  }
  if (answer.status !== 200) throw new Error(`the page answered ${answer.status}`);
  return JSON.parse(answer.body);
}
