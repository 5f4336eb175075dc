import { createHash } from 'node:crypto';
import { PortalError } from '#core/errors.ts';
import { type Db, rows } from '#db/tenant.ts';

/**
 * Limits on wrong passwords. An attempt is reserved before the password is hashed, in one statement a key, so that
 * parallel guesses count one by one. The account is limited by the address it is tried from; over all addresses only
 * loosely, so that nobody can lock somebody else out.
 */
const scopes = [
  { name: 'account-address', tries: 10 },
  { name: 'account', tries: 200 },
  { name: 'address', tries: 100 },
] as const;

const reserve = `
  insert into sign_in_attempt as a (tenant_id, key, failures) values ($1, $2, 1)
  on conflict (tenant_id, key) do update set
    failures = case when a.updated_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
    blocked_until = case when a.updated_at >= now() - interval '1 hour' and a.failures + 1 >= $3
      then now() + least(interval '15 minutes', interval '1 second' * power(2, least(a.failures + 1 - $3, 20))) end,
    updated_at = now()
  where a.blocked_until is null or a.blocked_until <= now()
  returning failures`;

function keysOf(account: string, address: string): Record<(typeof scopes)[number]['name'], string> {
  // hashed: what was typed may be a password, and lengths stay bounded
  const who = createHash('sha256').update(account.normalize('NFKC').toLowerCase()).digest('hex');
  return {
    'account-address': `both:${who}:${address}`,
    account: `account:${who}`,
    address: `address:${address}`,
  };
}

/** Counts an attempt. Throws tooManyAttempts, with the seconds to wait, while a key is blocked. */
export async function reserveAttempt(db: Db, account: string, address: string): Promise<void> {
  const keys = keysOf(account, address);
  for (const { name, tries } of scopes) {
    const reserved = await rows(db, reserve, [db.tenantId, keys[name], tries]);
    if (reserved.length) continue;
    const [wait] = await rows<{ seconds: number }>(
      db,
      `select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
       from sign_in_attempt where tenant_id = $1 and key = $2`,
      [db.tenantId, keys[name]],
    );
    throw new PortalError('tooManyAttempts', { params: { seconds: wait?.seconds ?? 1 } });
  }
}

/** A right password clears the account at this address and takes its own attempt back elsewhere. */
export async function clearAttempts(db: Db, account: string, address: string): Promise<void> {
  const keys = keysOf(account, address);
  await db.deleteFrom('sign_in_attempt').where('key', '=', keys['account-address']).execute();
  // one by one, in the order in which reserving locks them
  for (const key of [keys.account, keys.address]) {
    await rows(
      db,
      `update sign_in_attempt set failures = greatest(0, failures - 1), blocked_until = null
       where tenant_id = $1 and key = $2`,
      [db.tenantId, key],
    );
  }
}
