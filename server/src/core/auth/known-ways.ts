import { createHash } from 'node:crypto';
import { fold } from '@keyward/contract/text';
import { addressGroup } from '#core/http/address-group.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { looksLikeSecret, newSecret } from './secrets.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** From where somebody signs in: a browser or an address that has signed this account in before, or anywhere else. */
export type Way = 'browser' | 'address' | 'anywhere';

/** The cookie holds a random number and nothing of the person; browsers keep none longer than 400 days. */
const cookie = 'browser';
const cookieSeconds = 400 * 24 * 60 * 60;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** Hashed: what was typed may be a password, and lengths stay bounded. */
export const accountHash = (account: string): string => hash(fold(account));

function keysOf(account: string, http: Exchange, browser: string) {
  const who = accountHash(account);
  return { browser: hash(`${who} browser ${browser}`), address: hash(`${who} address ${addressGroup(http.address)}`) };
}

/** Which way this call comes for the account. `browserKey` stands for account and browser. */
export async function knownWays(db: Db, account: string, http: Exchange): Promise<{ way: Way; browserKey: string }> {
  const note = http.note(cookie) ?? '';
  // without a cookie the same is asked, about a browser that never was
  const keys = keysOf(account, http, looksLikeSecret(note) ? note : newSecret());
  const found = await db
    .selectFrom('known_way')
    .select('key')
    .where('key', 'in', [keys.browser, keys.address])
    .execute();
  const known = new Set(found.map((row) => row.key));
  const way = known.has(keys.browser) ? 'browser' : known.has(keys.address) ? 'address' : 'anywhere';
  return { way, browserKey: keys.browser };
}

/** The account was signed in from here with its password: remembers the address, and marks the browser. */
export async function rememberWay(db: Db, account: string, http: Exchange): Promise<void> {
  const note = http.note(cookie) ?? '';
  const browser = looksLikeSecret(note) ? note : newSecret();
  const keys = keysOf(account, http, browser);
  await db
    .insertInto('known_way')
    // one order of locks for all
    .values([keys.browser, keys.address].toSorted().map((key) => ({ key })))
    .onConflict((known) => known.column('key').doUpdateSet({ used_at: now }))
    .execute();
  http.leaveNote(cookie, browser, cookieSeconds);
}
