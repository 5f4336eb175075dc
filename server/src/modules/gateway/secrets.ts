import type { Expression } from 'kysely';
import type { Vault } from '#core/auth/secrets.ts';
import { keySecretContext } from '#core/onepass/code.ts';
import type { Db } from '#db/tenant.ts';
import { findKeySecrets } from './queries.ts';

/** The secrets of the codes of these keys, in hexadecimal, by key. Sent as by `sendNow`. */
export async function openKeySecrets(db: Db, vault: Vault, keyIds: Expression<string>): Promise<Map<string, string>> {
  const keys = await findKeySecrets(db, keyIds);
  return new Map(
    keys.flatMap(({ id, secret }) => {
      const opened = vault.open(secret, keySecretContext(db.tenantId, id));
      return opened === undefined ? [] : [[id, opened]];
    }),
  );
}
