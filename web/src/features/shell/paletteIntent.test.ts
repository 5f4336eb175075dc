import { expect, test } from 'vitest';
import { palette as english } from '#texts/en/palette.ts';
import { palette as french } from '#texts/fr/palette.ts';
import { palette as japanese } from '#texts/ja-JP/palette.ts';
import { restOf, takeEnd, takeWords } from './paletteIntent.ts';

const { activity, give, end, lost } = english.patterns;

test.each([
  [activity, 'Activity of  POD 12', 'pod 12'],
  [activity, 'activity pod 12', 'pod 12'],
  [activity, 'pod 12 activity', 'pod 12'],
  [activity, 'activity of', 'of'],
  [activity, 'activity', undefined],
  [activity, 'activities of pod', undefined],
  [activity, 'pod 12', undefined],
  [give, 'give role mona', 'mona'],
  [end, 'mona has left', 'mona'],
  [lost, 'report key 7 lost', 'key 7'],
  [lost, 'report lost key 7', 'key 7'],
  [lost, 'key 7 is lost', 'key 7'],
  // a view
  [lost, 'lost keys', undefined],
  // the server's search keeps accents, however they are written
  [french.patterns.replace, 'Remplacer Clé 08', 'clé 08'],
  [french.patterns.activity, 'activite de Cle\u0301 08', 'clé 08'],
  [french.patterns.give, 'donner un role à Zoë Müller', 'zoë müller'],
  [french.patterns.lost, 'déclarer clé E\u0301té perdue', 'clé été'],
  [french.patterns.lost, 'Clé de l’été perdue', 'clé de l’été'],
  [activity, 'activity of Clé Straße', 'clé straße'],
  [activity, 'éé Oﬃce activity', 'éé office'],
  [japanese.patterns.activity, 'ﾎﾟｯﾄﾞ 12 のアクティビティ', 'ポッド 12'],
  [japanese.patterns.give, '山田にロールを付与', '山田'],
])('%s in %s: %s', (patterns, query, rest) => {
  expect(restOf(query, patterns)).toBe(rest);
});

const periods = [
  { id: 'night', name: 'Last night' },
  { id: 'days', name: '7 derniers jours' },
  { id: 'sakuya', name: '昨夜' },
];
test.each([
  ['pod 12 last night', 'night', 'pod 12'],
  ['last night pod 12', 'night', 'pod 12'],
  ['elise 7 derniers jours', 'days', 'elise'],
  ['Élise Müller last night', 'night', 'élise müller'],
  ['Last night Clé 08', 'night', 'clé 08'],
  ['ﾎﾟｯﾄﾞ12昨夜', 'sakuya', 'ポッド12'],
  ['Clé 08', undefined, 'clé 08'],
  ['ポッド12昨夜', 'sakuya', 'ポッド12'],
  ['pod of last nights', undefined, 'pod of last nights'],
])('%s: %s of %s', (text, id, left) => {
  const { taken, left: rest } = takeEnd(text, periods);
  expect([taken?.id, rest]).toEqual([id, left]);
});

const roles = [
  { id: 'admin', name: 'Admin' },
  { id: 'manager', name: 'Store manager' },
  { id: 'clerk', name: 'Store clerk' },
];
test.each([
  [['mona', 'manager'], ['manager'], ['mona']],
  [['store', 'manager', 'mona'], ['manager'], ['mona']],
  // both are meant, as far as one can tell
  [['store', 'mona'], ['manager', 'clerk'], ['mona']],
  [['mona'], [], ['mona']],
  [['zoë', 'managér'], ['manager'], ['zoë']],
  // whom it is about
  [['manager'], [], ['manager']],
  [['ma', 'mona'], [], ['ma', 'mona']],
])('%s names %s, and is about %s', (words, ids, left) => {
  const { taken, left: rest } = takeWords(words, roles);
  expect([taken.map(({ id }) => id), rest]).toEqual([ids, left]);
});
