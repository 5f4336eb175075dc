import { expect, test } from 'vitest';
import { proposeProfileId } from './proposeProfileId.ts';

test.each([
  ['Grace Hopper', 'grace.hopper'],
  ['  José  María Núñez ', 'jose.maria.nunez'],
  ['Zoë O’Brien', 'zoe.obrien'],
  ["Siobhán O'Neill-Byrne", 'siobhan.oneill.byrne'],
  ['Martin Luther King Jr.', 'martin.luther.king.jr'],
  ['Łukasz Żółć', 'lukasz.zolc'],
  ['Jürgen Strauß', 'jurgen.strauss'],
  ['Bjørn Ærø', 'bjorn.aero'],
  ['Ｔａｒｏ Ｙａｍａｄａ', 'taro.yamada'],
  ['İpek Işık', 'ipek.isik'],
  // no Latin letters: no proposal
  ['山田 太郎', ''],
  ['やまだ', ''],
  ['김민준', ''],
  ['Иван Петров', ''],
  ['山田 Taro', 'taro'],
  ['007', ''],
  ['', ''],
  // reserved IDs
  ['All', ''],
  ['*', ''],
])('for the name %j, proposes the profile ID %j', (name, id) => {
  expect(proposeProfileId(name)).toBe(id);
});

test('a long name is cut at the limit, and never ends in a dot', () => {
  expect(proposeProfileId(`${'a'.repeat(59)} ${'b'.repeat(20)}`)).toBe('a'.repeat(59));
  expect(proposeProfileId('a'.repeat(100))).toBe('a'.repeat(60));
});
