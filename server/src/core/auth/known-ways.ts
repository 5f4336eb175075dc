import { createHash } from 'node:crypto';
import { fold } from '@keyward/contract/characters';
import { addressGroup } from '#core/http/address-group.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { looksLikeSecret, newSecret } from './secrets.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The origin of a sign-in: a browser or an address that this account has signed in from before, or anywhere else. */
export type Way = 'browser' | 'address' | 'anywhere';

/** The cookie holds a random number and no personal data; browsers cap its lifetime at 400 days. */
const cookie = 'browser';
const cookieSeconds = 400 * 24 * 60 * 60;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** Hashed because users type passwords into the wrong field, and to bound the length. */
export const accountHash = (account: string): string => hash(fold(account));

function wayKeys(account: string, http: Exchange, browser: string) {
  const owner = accountHash(account);
  return {
    browser: hash(`${owner} browser ${browser}`),
    address: hash(`${owner} address ${addressGroup(http.address)}`),
  };
}

/** Classifies the origin of this call for the account. `browserKey` identifies account and browser. */
export async function findKnownWay(db: Db, account: string, http: Exchange): Promise<{ way: Way; browserKey: string }> {
  const sent = http.readCookie(cookie) ?? '';
  // without a cookie the same query runs with a random key
  const keys = wayKeys(account, http, looksLikeSecret(sent) ? sent : newSecret());
  const rows = await db
    .selectFrom('known_way')
    .select('key')
    .where('key', 'in', [keys.browser, keys.address])
    .execute();
  const storedKeys = new Set(rows.map((row) => row.key));
  const way = storedKeys.has(keys.browser) ? 'browser' : storedKeys.has(keys.address) ? 'address' : 'anywhere';
  return { way, browserKey: keys.browser };
}

/** After a sign-in by password, stores the address as known and marks the browser with a cookie. */
export async function rememberWay(db: Db, account: string, http: Exchange): Promise<void> {
  const sent = http.readCookie(cookie) ?? '';
  const browser = looksLikeSecret(sent) ? sent : newSecret();
  const keys = wayKeys(account, http, browser);
  await db
    .insertInto('known_way')
    // sorted for a consistent lock order
    .values([keys.browser, keys.address].toSorted().map((key) => ({ key })))
    .onConflict((known) => known.column('key').doUpdateSet({ used_at: now }))
    .execute();
  http.setCookie(cookie, browser, cookieSeconds);
}
