import { addressGroup } from '#core/http/address-group.ts';
import { PortalError } from '#core/errors.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { type Db, rows } from '#db/tenant.ts';
import { accountHash, knownWays, type Way } from './known-ways.ts';

/**
 * Limits on wrong passwords. An attempt is reserved before the password is hashed, in one statement a key, so that
 * parallel guesses count one by one.
 *
 * Anywhere: 10 for the account from one address, 200 for the account over all addresses, 100 for the address. From an
 * address that has signed the account in before, what others try elsewhere does not count; a browser that has, counts
 * for itself alone, so that its person gets in while neighbours behind the same address are at work.
 */
const tries = { both: 10, account: 200, address: 100, browser: 10 } as const;
type Scope = keyof typeof tries;
const scopesFrom: Record<Way, readonly Scope[]> = {
  anywhere: ['both', 'account', 'address'],
  address: ['both', 'address'],
  browser: ['browser'],
};

const reserve = `
  insert into sign_in_attempt as a (tenant_id, key, failures) values ($1, $2, 1)
  on conflict (tenant_id, key) do update set
    failures = case when a.updated_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
    blocked_until = case when a.updated_at >= now() - interval '1 hour' and a.failures + 1 >= $3
      then now() + least(interval '15 minutes', interval '1 second' * power(2, least(a.failures + 1 - $3, 20))) end,
    updated_at = now()
  where a.blocked_until is null or a.blocked_until <= now()
  returning failures`;

/** What an attempt was counted under, in the order of locking. */
export type Attempt = readonly { scope: Scope; key: string }[];

/** Counts an attempt. Throws tooManyAttempts, with the seconds to wait, while a key is blocked. */
export async function reserveAttempt(db: Db, account: string, http: Exchange): Promise<Attempt> {
  const ways = await knownWays(db, account, http);
  const who = accountHash(account);
  const group = addressGroup(http.address);
  const keys: Record<Scope, string> = {
    both: `both:${who}:${group}`,
    account: `account:${who}`,
    address: `address:${group}`,
    browser: `browser:${ways.browserKey}`,
  };
  const attempt = scopesFrom[ways.way].map((scope) => ({ scope, key: keys[scope] }));
  for (const { scope, key } of attempt) {
    const reserved = await rows(db, reserve, [db.tenantId, key, tries[scope]]);
    if (reserved.length) continue;
    const [wait] = await rows<{ seconds: number }>(
      db,
      `select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
       from sign_in_attempt where tenant_id = $1 and key = $2`,
      [db.tenantId, key],
    );
    throw new PortalError('tooManyAttempts', { params: { seconds: wait?.seconds ?? 1 } });
  }
  return attempt;
}

/** A right password clears the account at this address or in this browser, and takes its own attempt back elsewhere. */
export async function clearAttempts(db: Db, attempt: Attempt): Promise<void> {
  for (const { scope, key } of attempt) {
    if (scope === 'both' || scope === 'browser') {
      await db.deleteFrom('sign_in_attempt').where('key', '=', key).execute();
    } else {
      await rows(
        db,
        `update sign_in_attempt set failures = greatest(0, failures - 1), blocked_until = null
         where tenant_id = $1 and key = $2`,
        [db.tenantId, key],
      );
    }
  }
}
