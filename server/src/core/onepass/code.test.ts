import { expect, test } from 'vitest';
import { codeAt, newCodeSecret, stepAt, stepOfCode } from './code.ts';

/** The SHA-256 seed of RFC 6238, appendix B; there with steps of 30 seconds, so the step numbers are given here. */
const seed = Buffer.from('12345678901234567890123456789012').toString('hex');
const atStep = (step: number) => new Date(step * 60_000);

test('codes are those of RFC 6238, appendix B', () => {
  // T = 1, 0x23523EC, 0x23523ED, 0x273EF07
  expect(codeAt(seed, atStep(0x1))).toBe('46119246');
  expect(codeAt(seed, atStep(0x23523ec))).toBe('68084774');
  expect(codeAt(seed, atStep(0x23523ed))).toBe('67062674');
  expect(codeAt(seed, atStep(0x273ef07))).toBe('91819424');
});

test('accepts a code in its own step and in the next one', () => {
  const secret = newCodeSecret();
  const now = new Date('2026-07-01T12:00:30Z');
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const code = codeAt(secret, now);
  expect(stepOfCode(secret, code, now)).toBe(stepAt(now));
  expect(stepOfCode(secret, code, later(89))).toBe(stepAt(now));
  expect(stepOfCode(secret, code, later(90))).toBeUndefined();
  expect(stepOfCode(secret, code, later(-31))).toBeUndefined();
});

test('accepts no other text', () => {
  const secret = newCodeSecret();
  const now = new Date('2026-07-01T12:00:30Z');
  for (const text of ['', '1234567', '123456789', ` ${codeAt(secret, now)}`, codeAt(newCodeSecret(), now)]) {
    expect(stepOfCode(secret, text, now)).toBeUndefined();
  }
});
