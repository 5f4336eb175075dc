// The link of an invitation: 256 random bits, stored as a hash for the look-up and sealed so that the same link can be resent.
import { paths } from '@keyward/contract/paths';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import { newSecret, secretHash, type Vault } from '#core/auth/secrets.ts';
import { portalAddress } from '#core/http/portal-address.ts';
import type { Db } from '#db/tenant.ts';
import type { StoredToken } from './queries.ts';

const context = (tenantId: string, inviteId: string): string => `invitation ${tenantId} ${inviteId}`;
/** The tokens of links, to be sealed again when the server's key changes. */
export const sealedLinks: SealedColumn = {
  table: 'secure_key_invite',
  column: 'token',
  key: ['id'],
  context: (tenantId, { id = '' }) => context(tenantId, id),
};

export function newLink(db: Db, vault: Vault, inviteId: string): { token: string; stored: StoredToken } {
  const token = newSecret();
  return {
    token,
    stored: { token_hash: secretHash(token), token: vault.seal(token, context(db.tenantId, inviteId)) },
  };
}

/** @throws if it was sealed with another key, or erased with the invitation. */
export function openLink(db: Db, vault: Vault, { id, token }: { id: string; token: Buffer | null }): string {
  const plain = token && vault.open(token, context(db.tenantId, id));
  if (!plain) throw new Error('the link cannot be decrypted: was the server’s key changed?');
  return plain;
}

/** The link's address, built from the configuration alone. */
export const linkAddress = async (db: Db, portalBase: string, token: string): Promise<string> =>
  (await portalAddress(db, portalBase)) + paths.invitation(token);
