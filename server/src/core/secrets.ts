import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits in hexadecimal, so that no sanitiser, mail client or letter case changes it. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** How a secret is stored: SHA-256 is enough, since 256 random bits cannot be guessed. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const looksLikeSecret = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
