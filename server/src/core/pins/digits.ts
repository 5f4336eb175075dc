import { randomInt } from 'node:crypto';
import { limits } from '@keyward/contract/limits';

/** Draws the digits of a PIN. */
export type DrawPin = (length: number) => string;

/** Draws each digit from the system's random source. */
export const drawPin: DrawPin = (length) => Array.from({ length }, () => randomInt(10)).join('');

/** At most one guess in this many may match a PIN. */
const guesses = 10_000;

/** The shortest length at which a guess matches a PIN of so many profiles at most once in 10,000 tries. */
export function pinLength(profiles: number): number {
  let length: number = limits.pinMin;
  while (length < limits.pinMax && profiles * guesses > 10 ** length) length++;
  return length;
}

/**
 * Whether a PIN is among the first that a person would try: fewer than three different digits, a constant step (12345, 86420,
 * 78901), or a part of up to half the length repeated (123123).
 */
export function isTrivial(pin: string): boolean {
  const digits = [...pin].map(Number);
  if (new Set(digits).size < 3) return true;
  const steps = new Set(digits.slice(1).map((digit, i) => (digit - (digits[i] ?? 0) + 10) % 10));
  if (steps.size === 1) return true;
  const periods = Array.from({ length: Math.floor(pin.length / 2) }, (_, i) => i + 1);
  return periods.some((period) => pin.startsWith(pin.slice(period)));
}
