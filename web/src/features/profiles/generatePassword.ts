import { passwordChecks } from '@keyward/contract/password';

/** Excludes characters that are easily confused: 0 O, 1 l I. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%*+-=?@_';

/** A uniform random integer in [0, n), for n up to 256. */
function below(n: number): number {
  const fair = 256 - (256 % n);
  for (;;) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? 255;
    if (byte < fair) return byte % n;
  }
}

/** Returns 8 to 12 random characters with all four classes. Specification, part 2, section 5 'Profile'. */
export function generatePassword(): string {
  for (;;) {
    const length = 8 + below(5);
    const password = Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('');
    if (Object.values(passwordChecks(password, password)).every(Boolean)) return password;
  }
}
