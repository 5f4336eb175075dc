import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits; hexadecimal survives sanitisers, mail clients and case changes. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** The stored form of a secret: SHA-256 suffices, since 256 random bits cannot be guessed. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const looksLikeSecret = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Encrypts recoverable secrets with a key kept outside the database. */
export type Vault = {
  /** AES-256-GCM. `context` identifies purpose and owner; opening requires the same context. */
  seal(plain: string, context: string): Buffer;
  /** Undefined if sealed with another key or context, or tampered with. */
  open(sealed: Buffer, context: string): string | undefined;
};

const nonceBytes = 12;
const tagBytes = 16;

/** @param secret the server's key material, at least 32 bytes. */
export function createVault(secret: Buffer): Vault {
  if (secret.length < 32) throw new Error('the key of the vault is too short');
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'keyward vault', 32));
  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, context) {
      if (sealed.length < nonceBytes + tagBytes) return undefined;
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes));
      try {
        const plain = [cipher.update(sealed.subarray(nonceBytes, -tagBytes)), cipher.final()];
        return Buffer.concat(plain).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
