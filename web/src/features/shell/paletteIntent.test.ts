import { expect, test } from 'vitest';
import { palette as english } from '#texts/en/palette.ts';
import { palette as french } from '#texts/fr/palette.ts';
import { palette as plainJapanese } from '#texts/ja/palette.ts';
import { palette as japanese } from '#texts/ja-JP/palette.ts';
import { palette as friendlyKorean } from '#texts/ko/palette.ts';
import { palette as korean } from '#texts/ko-KR/palette.ts';
import { fillersOf, restOf, takeEnd, takeWords } from './paletteIntent.ts';

const { activity, give, end, lost, fillers } = english.patterns;

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
  // names a view
  [lost, 'lost keys', undefined],
  // accents stay for the server's search, however they are written
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

const languages = { fr: french, ja: plainJapanese, 'ja-JP': japanese, ko: friendlyKorean, 'ko-KR': korean };
test.each([
  ['fr', 'activity', 'activité de mona', 'mona'],
  ['fr', 'activity', "historique d'Élise", 'élise'],
  ['fr', 'give', 'donner un rôle à mona', 'mona'],
  ['fr', 'end', "fin d'accès de mona", 'mona'],
  ['fr', 'end', 'Fin d’accès de Mona', 'mona'],
  ['fr', 'end', "FIN D'ACCES D'Élise", 'élise'],
  ['fr', 'end', "fin d'accès d'Anne L'Hôte", "anne l'hôte"],
  ['fr', 'replace', "remplacer Clé de l'été", "clé de l'été"],
  ['fr', 'lost', "déclarer clé de l'été perdue", "clé de l'été"],
  ['ja', 'activity', 'ポッド　１２のできごと', 'ポッド 12'],
  ['ja', 'give', 'ロールをつける　葵', '葵'],
  ['ja', 'end', '葵のアクセスを終える', '葵'],
  ['ja', 'replace', 'ポッド12を取りかえる', 'ポッド12'],
  ['ja', 'lost', 'キー　７をなくした', 'キー 7'],
  ['ja-JP', 'activity', 'アクティビティ　ポッド１２', 'ポッド12'],
  ['ja-JP', 'give', '蓮にロールを付与', '蓮'],
  ['ja-JP', 'end', 'アクセス終了　蓮', '蓮'],
  ['ja-JP', 'replace', '交換　ポッド１２', 'ポッド12'],
  ['ja-JP', 'lost', 'キー７の紛失', 'キー7'],
  ['ko', 'activity', '김의 활동', '김'],
  ['ko', 'give', '이에게 역할 주기', '이'],
  ['ko', 'end', '오의 액세스 끝내기', '오'],
  ['ko', 'replace', '팟 12 교체', '팟 12'],
  ['ko', 'lost', '열쇠 7 분실 신고', '열쇠 7'],
  ['ko-KR', 'activity', '팟 12 기록', '팟 12'],
  ['ko-KR', 'give', '역할 부여 김', '김'],
  ['ko-KR', 'end', '김의 액세스 종료', '김'],
  ['ko-KR', 'replace', '교체 팟 12', '팟 12'],
  ['ko-KR', 'lost', '분실 신고 열쇠 7', '열쇠 7'],
] as const)('as typed on a keyboard of %s, %s in %s: %s', (language, act, query, rest) => {
  expect(restOf(query, languages[language].patterns[act])).toBe(rest);
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
])('%s names the period %s and leaves %s', (text, id, left) => {
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
  // 'store' fits both equally
  [['store', 'mona'], ['manager', 'clerk'], ['mona']],
  [['mona'], [], ['mona']],
  [['zoë', 'managér'], ['manager'], ['zoë']],
  // one word names each: only the first is taken
  [['mona', 'manager', 'clerk'], ['manager'], ['mona', 'clerk']],
  // one word must remain as the subject
  [['manager'], [], ['manager']],
  [['to', 'manager'], [], ['manager']],
  [['to'], [], ['to']],
  [['ma', 'mona'], [], ['ma', 'mona']],
  // fillers beside the taken words and at the ends
  [['the', 'role', 'clerk', 'to', 'mona'], ['clerk'], ['mona']],
  [['to', 'mona', 'for', 'the', 'manager'], ['manager'], ['mona']],
  [['mona', 'the', 'third', 'manager'], ['manager'], ['mona', 'the', 'third']],
])('%s names %s, and is about %s', (words, ids, left) => {
  const { taken, left: rest } = takeWords(words, roles, { isFiller: fillersOf(fillers) });
  expect([taken.map(({ id }) => id), rest]).toEqual([ids, left]);
});

const stores = [
  { id: 'leeds', name: 'Northgate – Leeds' },
  { id: 'york', name: 'Northgate – York' },
  { id: 'cross', name: 'King’s Cross A' },
  { id: 'shibuya', name: '東京 渋谷' },
];
test.each([
  ['pod 12 leeds', ['leeds'], 'pod 12'],
  ['pod 12 at Leeds', ['leeds'], 'pod 12'],
  ['pod 12 northgate – leeds', ['leeds'], 'pod 12'],
  ['toys - 12 leeds', ['leeds'], 'toys - 12'],
  ["pod at king's cross", ['cross'], 'pod'],
  ['ポッド 渋谷', ['shibuya'], 'ポッド'],
  ['pod northgate', ['leeds', 'york'], 'pod'],
  // a word that only begins a location's name belongs to the person's name
  ['lee chen', [], 'lee chen'],
  ['yor chen', [], 'yor chen'],
  // a filler of the language is not a name
  ['a key', [], 'key'],
])('by whole words %s names the locations %s, and is about %s', (text, ids, left) => {
  const { taken, left: rest } = takeWords(text.split(' '), stores, { whole: true, isFiller: fillersOf(fillers) });
  expect([taken.map(({ id }) => id), rest.join(' ')]).toEqual([ids, left]);
});
