import { type Period, periodNames } from '@keyward/contract/periods';
import { expect, test } from 'vitest';
import { filters as en } from '#texts/en/filters.ts';
import { filters as fr } from '#texts/fr/filters.ts';
import { filters as jaJp } from '#texts/ja-JP/filters.ts';
import { filters as ja } from '#texts/ja/filters.ts';
import { filters as koKr } from '#texts/ko-KR/filters.ts';
import { filters as ko } from '#texts/ko/filters.ts';
import { namedPeriod } from './namedPeriod.ts';

const named = (typed: string, { periods }: { periods: Record<Period, string> }) =>
  namedPeriod(typed, (name) => periods[name]);

test.each([en, fr, ja, jaJp, ko, koKr])('the label of each period button can be typed: $title', (texts) => {
  for (const period of periodNames) expect(named(texts.periods[period], texts)).toBe(period);
});

test.each([
  ['last month', en, 'lastMonth'],
  [' Last  Night ', en, 'lastNight'],
  ['ＬＡＳＴ 7 DAYS', en, 'last7Days'],
  ["aujourd'hui", fr, 'today'],
  ['le mois dernier', fr, 'lastMonth'],
  ['7日前から', ja, 'last7Days'],
  ['過去7日間', jaJp, 'last7Days'],
  ['최근7일', ko, 'last7Days'],
  ['last month', fr, undefined],
  ['last month 9pm', en, undefined],
  ['12 May', en, undefined],
  ['', en, undefined],
] as const)('%s', (typed, texts, period) => {
  expect(named(typed, texts)).toBe(period);
});
