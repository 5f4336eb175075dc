import { expect, test } from 'vitest';
import { celsiusWords, numberWords, percentWords, shortNumber, unitWords, wholePercentWords } from './numbers.ts';

test('each language has its own separators, also after another one', () => {
  expect(numberWords(12_345.5, 'en')).toBe('12,345.5');
  expect(numberWords(12_345.5, 'fr')).toBe('12\u202F345,5');
  expect(numberWords(12_345.5, 'en')).toBe('12,345.5');
});

test('a number is shortened from 10,000 on', () => {
  expect([0, 9999, 10_000, 2_500_000].map((n) => shortNumber(n, 'en'))).toEqual(['0', '9,999', '10K', '2.5M']);
});

test('a share is a percentage, with a digit where it is asked for', () => {
  expect(percentWords(0.336, 'en')).toBe('34%');
  expect(percentWords(0.336, 'en', 1)).toBe('33.6%');
  expect(percentWords(0.336, 'en')).toBe('34%');
});

test('a whole percent is rounded down', () => {
  expect([19, 19.6, 29, 99.99, 100].map((percent) => wholePercentWords(percent, 'en'))).toEqual([
    '19%',
    '19%',
    '29%',
    '99%',
    '100%',
  ]);
});

test('figures have their units', () => {
  expect(celsiusWords(21.54, 'en')).toBe('21.5°C');
  expect(unitWords(3, 'hour', 'en')).toBe('3 hr');
  expect(unitWords(12, 'minute', 'en')).toBe('12 min');
});
