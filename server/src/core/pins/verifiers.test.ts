import { expect, test } from 'vitest';
import { createVault, type Vault } from '#core/auth/secrets.ts';
import { subquery } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';
import { openVerifiers, verifierContext } from './verifiers.ts';

const portal = await openPortal();

/** A vault that counts the values that it opens. */
function countingVault(): Vault & { opened: () => number } {
  const vault = createVault(Buffer.alloc(32, 7));
  let n = 0;
  return { ...vault, open: (sealed, context) => (n++, vault.open(sealed, context)), opened: () => n };
}
const everyone = subquery.selectFrom('pin as i').select('i.profile_id as id').$asScalar();

/** Stores a PIN with this verifier for a profile, newly sealed. */
const store = (tenant: 'demo' | 'harbor', vault: Vault, username: string, verifier: string) =>
  portal.inTenant(tenant, async (db) => {
    const { id } = await db
      .selectFrom('profile')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const sealed = vault.seal(verifier, verifierContext(db.tenantId, id));
    const values = { sealed: vault.seal('58203', 'PIN'), length: 5, with_profile: true };
    await db
      .insertInto('pin')
      .values({ profile_id: id, verifier: sealed, ...values })
      .onConflict((on) => on.constraint('pin_pkey').doUpdateSet({ verifier: sealed }))
      .execute();
    return id;
  });
const opened = (tenant: 'demo' | 'harbor', vault: Vault) =>
  portal.inTenant(tenant, (db) => openVerifiers(db, vault, everyone));

test('a verifier is decrypted once, and again only after it was sealed again', async () => {
  const vault = countingVault();
  const admin = await store('demo', vault, 'admin', 'of admin');
  const clerk = await store('demo', vault, 'clerk', 'of clerk');
  const both = new Map([
    [admin, 'of admin'],
    [clerk, 'of clerk'],
  ]);
  expect(await opened('demo', vault)).toEqual(both);
  expect(await opened('demo', vault)).toEqual(both);
  expect(vault.opened()).toBe(2);
  await store('demo', vault, 'clerk', 'another one');
  expect(await opened('demo', vault)).toEqual(new Map([...both, [clerk, 'another one']]));
  expect(vault.opened()).toBe(3);
  // another server key, and another tenant
  const other = createVault(Buffer.alloc(32, 8));
  expect(await opened('demo', other)).toEqual(new Map());
  const harbor = await store('harbor', vault, 'admin', 'of harbor');
  expect(await opened('harbor', vault)).toEqual(new Map([[harbor, 'of harbor']]));
});
