import { type Expression, sql } from 'kysely';
import { addressGroup } from '#core/http/address-group.ts';
import { PortalError } from '#core/errors.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { accountHash, findKnownWay, type Way } from './known-ways.ts';

/**
 * Limits on wrong passwords. An attempt is reserved before the password is hashed, in one statement a key, so that parallel
 * guesses count one by one.
 *
 * Unknown origin: 10 per account and address, 200 per account, 100 per address. At an address that the account has signed in from
 * before, attempts elsewhere do not count. A browser that it has signed in from is counted separately, so that an attacker behind
 * the same address cannot lock it out.
 */
const maxFailures = { both: 10, account: 200, address: 100, browser: 10, provider: 100 } as const;
type Scope = keyof typeof maxFailures;
type PasswordScope = Exclude<Scope, 'provider'>;
const scopesFrom: Record<Way, readonly PasswordScope[]> = {
  anywhere: ['both', 'account', 'address'],
  address: ['both', 'address'],
  browser: ['browser'],
};

const anHourAgo = sql<string>`now() - interval '1 hour'`;
/** The blocking time doubles with each failure beyond the limit, up to 15 minutes. */
const blockedUntil = (beyond: Expression<number>) =>
  sql<string>`now() + least(interval '15 minutes', interval '1 second' * power(2, least(${beyond}, 20)))`;

/** Counts an attempt under the key; false while the key is blocked. */
async function reserve(db: Db, key: string, limit: number): Promise<boolean> {
  const row = await db
    .insertInto('sign_in_attempt')
    .values({ key, failures: 1 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => {
          const failures = eb('sign_in_attempt.failures', '+', 1);
          const recent = eb('sign_in_attempt.updated_at', '>=', anHourAgo);
          return {
            failures: eb.case().when(recent).then(failures).else(1).end(),
            blocked_until: eb
              .case()
              .when(eb.and([recent, eb(failures, '>=', limit)]))
              .then(blockedUntil(eb(failures, '-', limit)))
              .end(),
            updated_at: now,
          };
        })
        .where((eb) =>
          eb.or([eb('sign_in_attempt.blocked_until', 'is', null), eb('sign_in_attempt.blocked_until', '<=', now)]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  return row !== undefined;
}

async function secondsToWait(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('sign_in_attempt')
    .select(sql<number>`greatest(1, ceil(extract(epoch from blocked_until - now())))::int`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.seconds ?? 1;
}

/** The keys under which an attempt was counted, in lock order. */
export type Attempt = readonly { scope: Scope; key: string }[];

async function reserveAll(db: Db, attempt: Attempt): Promise<Attempt> {
  for (const { scope, key } of attempt) {
    if (await reserve(db, key, maxFailures[scope])) continue;
    throw new PortalError('tooManyAttempts', { params: { seconds: await secondsToWait(db, key) } });
  }
  return attempt;
}

/** Counts an attempt. Throws tooManyAttempts, with the seconds to wait, while a key is blocked. */
export async function reserveAttempt(db: Db, account: string, http: Exchange): Promise<Attempt> {
  const known = await findKnownWay(db, account, http);
  const hash = accountHash(account);
  const group = addressGroup(http.address);
  const keys: Record<PasswordScope, string> = {
    both: `both:${hash}:${group}`,
    account: `account:${hash}`,
    address: `address:${group}`,
    browser: `browser:${known.browserKey}`,
  };
  return reserveAll(
    db,
    scopesFrom[known.way].map((scope) => ({ scope, key: keys[scope] })),
  );
}

/**
 * The same before an identity provider is asked about a code, which names no account: counted by address alone, and apart from
 * the passwords, so that neither way of signing in blocks the other.
 */
export const reserveExchange = (db: Db, { address }: Exchange): Promise<Attempt> =>
  reserveAll(db, [{ scope: 'provider', key: `provider:${addressGroup(address)}` }]);

/**
 * After a correct password, resets the account's count at this address or browser and takes back one attempt elsewhere. Also
 * takes back an exchange.
 */
export async function clearAttempts(db: Db, attempt: Attempt): Promise<void> {
  for (const { scope, key } of attempt) {
    if (scope === 'both' || scope === 'browser') {
      await db.deleteFrom('sign_in_attempt').where('key', '=', key).execute();
    } else {
      await db
        .updateTable('sign_in_attempt')
        .set({ failures: sql<number>`greatest(0, failures - 1)`, blocked_until: null })
        .where('key', '=', key)
        .execute();
    }
  }
}
