// The codes of OnePASS keys: RFC 6238 with SHA-256, 8 digits, steps of 60 seconds.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SealedColumn } from '#core/auth/sealed-column.ts';

/** Duration of a step, for which a code is shown, in seconds. */
export const codeSeconds = 60;
const digits = 8;
/** Steps by which a code may be late, for the time from the phone to the lock. */
const grace = 1;

/** A new secret of a key: 256 random bits in hexadecimal. */
export const newCodeSecret = (): string => randomBytes(32).toString('hex');

export const keySecretContext = (tenantId: string, keyId: string): string => `secure key ${tenantId} ${keyId}`;
/** The column of key secrets, for the change of the server's key. */
export const sealedKeySecrets: SealedColumn = {
  table: 'secure_key',
  column: 'secret',
  key: ['id'],
  context: (tenantId, { id = '' }) => keySecretContext(tenantId, id),
};

const totp = (secret: string) =>
  new TOTP({ secret: Secret.fromHex(secret), algorithm: 'SHA256', digits, period: codeSeconds });

/** The number of the step at `time`. */
export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / codeSeconds);

/** The code of a key at `time`. */
export const codeAt = (secret: string, time: Date): string => totp(secret).generate({ timestamp: time.getTime() });

/**
 * The step that this code is for, at `time` or one step earlier; undefined for any other text. The caller refuses a step that is
 * not after the last one accepted: no code works twice (RFC 6238, section 5.2).
 */
export function stepOfCode(secret: string, code: string, time: Date): number | undefined {
  if (!/^\d{8}$/.test(code)) return undefined;
  const delta = totp(secret).validate({ token: code, timestamp: time.getTime(), window: grace });
  return delta === null || delta > 0 ? undefined : stepAt(time) + delta;
}
