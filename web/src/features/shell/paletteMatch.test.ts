import { expect, test } from 'vitest';
import { matches, scoreOf } from './paletteMatch.ts';

test.each([
  ['', 'Devices', true],
  [' dev ', 'Devices', true],
  ['offline devices', 'OKMs offline Devices', true],
  ['okm keys', 'OKMs offline Devices', false],
  ['ＯＫＭ　オフ', 'OKM オフライン', true],
  ['ﾃﾞﾊﾞｲｽ', 'デバイス', true],
  ['elise', 'Élise Dubois', true],
  ['Élise', 'ELISE', true],
  // the apostrophe of the keyboard, and typographic ones
  ["fin d'acces", 'Fin d’accès', true],
  ['l‘été', "Clé de l'Été", true],
  ['oʼneil', "Mona O'Neil", true],
  // different letters, not accents
  ['か', 'が', false],
  ['한', '하', false],
])('%s in %s: %s', (query, text, found) => {
  expect(matches(query, text)).toBe(found);
});

test.each([
  ['roles', 'Roles', 4],
  ['ro', 'Roles & Permissions', 3],
  ['perm', 'Roles & Permissions', 2],
  ['off okm', 'OKMs Offline', 2],
  ['line', 'OKMs Offline', 1],
  ['access', 'Groups', 0],
  ["tentatives d'acces", 'Tentatives d’accès refusées', 3],
])('%s finds %s with score %i', (query, label, score) => {
  expect(scoreOf(query, label)).toBe(score);
});
