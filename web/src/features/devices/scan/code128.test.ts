import { expect, test } from 'vitest';
import { readCode128, readLine } from './code128.ts';

/** Widths of bars and spaces, in modules; another decoder (ZXing) reads them as the texts in the tests. */
const inLetters =
  '2112142211321311231231221231221113231232211311232232111313212211321123132212311321132132121323112231121212412331112';
const inPairs = '2112321122321311233311212411122141211122321311233311212211322331112';

/** Grey values of a line with `pixels` per module, and a light quiet zone on both sides. */
const lineOf = (widths: string, pixels = 3, dark = 30, light = 220): number[] =>
  `9${widths.length % 2 ? widths : `${widths}0`}9`
    .split('')
    .flatMap((width, i) => Array.from({ length: Number(width) * pixels }, () => (i % 2 ? dark : light)));
const imageOf = (width: number, height: number, grey: (x: number, y: number) => number) => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) =>
    i % 4 === 3 ? 255 : grey((i >> 2) % width, Math.floor((i >> 2) / width)),
  ),
});

test('serial numbers are read in both code sets, from either end', () => {
  expect(readLine(Uint8Array.from(lineOf(inLetters)))).toBe('3B00A1B2C3D4E5F6');
  expect(readLine(Uint8Array.from(lineOf(inPairs)))).toBe('1234567890123456');
  expect(readLine(Uint8Array.from(lineOf(inLetters).toReversed()))).toBe('3B00A1B2C3D4E5F6');
});

test('blurred, faint and unevenly lit lines are read', () => {
  const sharp = lineOf(inLetters, 4, 90, 160);
  const blurred = sharp.map((_, i) => {
    const near = sharp.slice(Math.max(0, i - 1), i + 2);
    return near.reduce((sum, one) => sum + one, 0) / near.length + i / 12;
  });
  expect(readLine(Uint8Array.from(blurred))).toBe('3B00A1B2C3D4E5F6');
});

test('a line with a wrong checksum or without a code is not read', () => {
  // swaps the first two characters
  const wrong = inLetters.slice(0, 6) + inLetters.slice(12, 18) + inLetters.slice(6, 12) + inLetters.slice(18);
  expect(readLine(Uint8Array.from(lineOf(wrong)))).toBeUndefined();
  expect(readLine(Uint8Array.from({ length: 900 }, (_, i) => (i * i * 31) % 251))).toBeUndefined();
  expect(readLine(new Uint8Array(900).fill(200))).toBeUndefined();
});

test('a code is found in an image, horizontal or vertical', () => {
  const line = lineOf(inLetters, 2);
  const isWithin = (at: number) => at > 60 && at < 140;
  const level = imageOf(line.length, 200, (x, y) => (isWithin(y) ? (line[x] ?? 220) : 220));
  expect(readCode128(level)).toBe('3B00A1B2C3D4E5F6');
  const upright = imageOf(200, line.length, (x, y) => (isWithin(x) ? (line[y] ?? 220) : 220));
  expect(readCode128(upright)).toBe('3B00A1B2C3D4E5F6');
  expect(readCode128(imageOf(300, 200, (x, y) => (x + y) % 256))).toBeUndefined();
});
