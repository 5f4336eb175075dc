import { expect, test } from 'vitest';
import { matches } from './paletteMatch.ts';

test.each([
  ['', 'Devices', true],
  [' dev ', 'Devices', true],
  ['offline devices', 'OKMs offline Devices', true],
  ['okm keys', 'OKMs offline Devices', false],
  ['ＯＫＭ　オフ', 'OKM オフライン', true],
  ['ﾃﾞﾊﾞｲｽ', 'デバイス', true],
])('%s in %s: %s', (query, text, found) => {
  expect(matches(query, text)).toBe(found);
});
