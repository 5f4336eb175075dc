import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hashForMany, withHashSlot } from './hashing.ts';

const argon2 = promisify(argon2Callback);
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 };
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`;
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * The hash of a password as a PHC string (argon2id). Passwords are compared by NFKC, as RFC 8265 advises.
 * @param previous earlier hashes of the same profile; their salt is reused, so that `matchesAny` costs one hash.
 */
export async function hashPassword(password: string, previous: readonly string[] = []): Promise<string> {
  const [salt] = previous.filter((one) => one.startsWith(prefix)).map((one) => phc.exec(one)?.[4]);
  const nonce = salt ? Buffer.from(salt, 'base64') : randomBytes(16);
  const tag = await withHashSlot(() => argon2('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }));
  return `${prefix}${base64(nonce)}$${base64(tag)}`;
}

/**
 * The verifier of a PIN as a PHC string (argon2id). All verifiers of a tenant share a salt, so that an OKM hashes a typed PIN
 * once and compares it with each.
 */
export async function hashForOkms(pin: string, salt: Buffer): Promise<string> {
  const hash = () => argon2('argon2id', { message: pin, nonce: salt, ...cost });
  const tag = await hashForMany(() => withHashSlot(hash));
  return `${prefix}${base64(salt)}$${base64(tag)}`;
}

/** Verified when there is no password, so that the response takes the same time. */
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;

/** Whether the password matches. Without a stored hash, does the same work and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(stored ?? dummyHash) ?? [];
  if (!memory || !passes || !parallelism || !salt || !hash) throw new Error('stored password hash is not readable');
  const expected = Buffer.from(hash, 'base64');
  const tag = await withHashSlot(() =>
    argon2('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(tag, expected) && stored !== null;
}

/** Whether the password matches one of these hashes. Costs one hash per distinct salt. */
export async function matchesAny(stored: readonly string[], password: string): Promise<boolean> {
  const bySalt = Map.groupBy(stored, (one) => one.slice(0, one.lastIndexOf('$')));
  for (const [prefixWithSalt, hashes] of bySalt) {
    const [, memory, passes, parallelism, salt] = phc.exec(`${prefixWithSalt}$x`) ?? [];
    if (!salt) throw new Error('stored password hash is not readable');
    const tag = await withHashSlot(() =>
      argon2('argon2id', {
        message: password.normalize('NFKC'),
        nonce: Buffer.from(salt, 'base64'),
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: cost.tagLength,
      }),
    );
    if (hashes.includes(`${prefixWithSalt}$${base64(tag)}`)) return true;
  }
  return false;
}
