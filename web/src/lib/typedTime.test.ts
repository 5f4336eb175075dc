import { expect, test } from 'vitest';
import { typedTime } from './typedTime.ts';

test.each([
  ['09:30', '09:30'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['0000', '00:00'],
  ['2359', '23:59'],
  [' 7:05 ', '07:05'],
])('%s is the time %s', (text, time) => {
  expect(typedTime(text)).toBe(time);
});

test.each(['', '9', '93', '24:00', '2400', '960', '9:3', '09:300', '12345', ':30', '8h', '9.30'])(
  '“%s” is not a time, and stays as it is',
  (text) => {
    expect(typedTime(text)).toBe(text);
  },
);
