import type { Vault } from '#core/auth/secrets.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { keySecretContext } from './code.ts';

/** The secrets of the codes of these keys, in hexadecimal, by key. */
export async function openKeySecrets(db: Db, vault: Vault, keyIds: readonly string[]): Promise<Map<string, string>> {
  if (keyIds.length === 0) return new Map();
  const keys = await db.selectFrom('secure_key').select(['id', 'secret']).where('id', '=', any(keyIds)).execute();
  return new Map(
    keys.flatMap(({ id, secret }) => {
      const opened = vault.open(secret, keySecretContext(db.tenantId, id));
      return opened === undefined ? [] : [[id, opened]];
    }),
  );
}
