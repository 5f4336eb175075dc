import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** A new secret of 256 random bits; hexadecimal survives sanitisers, mail clients and case changes. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** The stored form of a secret: SHA-256 suffices, since 256 random bits cannot be guessed. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const looksLikeSecret = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Encrypts recoverable secrets with keys kept outside the database. A sealed value names its key. */
export type Vault = {
  /** AES-256-GCM with the current key. `context` identifies purpose and owner; opening requires the same context. */
  seal(plain: string, context: string): Buffer;
  /**
   * Opens a value that the current or the old key sealed, or one from before values named their key. Undefined if sealed with
   * another key or context, or tampered with.
   */
  open(sealed: Buffer, context: string): string | undefined;
  /**
   * Keyed hashes (32 bytes) of a value, to find it or to keep it unique without opening anything. While there is an old
   * key, look for both and store both, as rows of one unique index: two processes may have the two keys in either order.
   */
  lookupHashes(context: string, value: string): { current: Buffer; old?: Buffer };
  /** The bytes that every value from `seal` begins with: made with the current key, and with the old one. */
  readonly marks: { readonly current: Buffer; readonly old?: Buffer };
};

const nonceBytes = 12;
const tagBytes = 16;

/** `cipher`: an object, since reading a key from bytes takes a third of the time of opening a value. */
type Key = { cipher: KeyObject; lookup: Buffer; mark: Buffer };

/** Number of bytes in front of a sealed value that name its key. */
export const markBytes = 12;
/** The beginning of a sealed value that names its key; older values begin with random bytes. */
const form = Buffer.from('kw1:');

function deriveKey(secret: Buffer): Key {
  if (secret.length < 32) throw new Error('the key of the vault is too short');
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return {
    cipher: createSecretKey(derive('keyward vault', 32)),
    lookup: derive('keyward lookup', 32),
    mark: Buffer.concat([form, derive('keyward key id', markBytes - form.length)]),
  };
}

function encrypt({ cipher: key }: Key, plain: string, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt({ cipher: key }: Key, sealed: Buffer, context: string): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes));
  try {
    return cipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return undefined;
  }
}

/**
 * @param secret the server's key material, at least 32 bytes.
 * @param oldSecret the other key material while the key is changed; it opens and finds values, but seals none.
 */
export function createVault(secret: Buffer, oldSecret?: Buffer): Vault {
  const current = deriveKey(secret);
  const old = oldSecret && deriveKey(oldSecret);
  const keys = [current, ...(old ? [old] : [])];
  const keyedHash = ({ lookup }: Key, text: string) => createHmac('sha256', lookup).update(text).digest();
  return {
    marks: { current: current.mark, ...(old ? { old: old.mark } : {}) },
    seal: (plain, context) => Buffer.concat([current.mark, encrypt(current, plain, context)]),
    open(sealed, context) {
      const named = keys.find(({ mark }) => sealed.subarray(0, markBytes).equals(mark));
      const plain = named && decrypt(named, sealed.subarray(markBytes), context);
      if (plain !== undefined) return plain;
      for (const key of keys) {
        const earlier = decrypt(key, sealed, context);
        if (earlier !== undefined) return earlier;
      }
      return undefined;
    },
    lookupHashes(context, value) {
      const text = JSON.stringify([context, value]);
      return { current: keyedHash(current, text), ...(old ? { old: keyedHash(old, text) } : {}) };
    },
  };
}
