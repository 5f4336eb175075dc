import { expect, test } from 'vitest';
import { changesInWords, type ChangeWords } from './changes.ts';

const words: ChangeWords = {
  yes: 'はい',
  no: 'いいえ',
  required: '必須',
  every: 'All',
  names: {
    name: '名前',
    secured: '施錠',
    event_time: '発生日時',
    resource: 'リスト',
    view: 'ビュー',
    hours: '営業時間',
  },
  values: { roles: { okm_user: 'OKM ユーザー' }, objects: { devices: 'デバイス', users: 'プロファイル' } },
  codes: { reason: { usedUp: '使用回数が残っていません' }, state: { done: '解錠しました' } },
  exported: { text: '', lists: { event: '操作履歴' }, views: { event: { Overview: '概要' } } },
  weekdays: ['月曜日', '火曜日'],
  closed: '休業',
};
const time = (instant: string) => `<${instant.slice(0, 16)}>`;
const said = (attribute: string, newValue: string | null, oldValue: string | null = null) =>
  changesInWords({ description: { changes: [{ attribute, oldValue, newValue }] } }, words, time)[0];

test('an attribute is shown by its name, a tag without its prefix', () => {
  expect(said('secured', null)?.attribute).toBe('施錠');
  expect(said('tags.Department', null)?.attribute).toBe('Department');
  expect(said('tags.tags.x', null)?.attribute).toBe('tags.x');
  expect(said('tags.Department', '*')?.newValue).toBe('All');
  expect(said('constructor', null)?.attribute).toBe('constructor');
});

test('booleans are words and times use the zone, except in free text', () => {
  expect(said('secured', 'true', 'false')).toMatchObject({ newValue: 'はい', oldValue: 'いいえ' });
  expect(said('event_time', 'gte:2026-11-20T23:30:00.000Z')?.newValue).toBe('gte:<2026-11-20T23:30>');
  expect(said('lastSeen', '2026-13-40T00:00:00Z')?.newValue).toBe('2026-13-40T00:00:00Z');
  for (const attribute of ['name', 'tags.Department', 'description.agentName'])
    for (const value of ['true', '2026-11-20T23:30:00.000Z']) expect(said(attribute, value)?.newValue).toBe(value);
});

test('roles, tag objects, columns and orders are shown by name', () => {
  expect(said('roles', 'OKM user, Night shift')?.newValue).toBe('OKM ユーザー, Night shift');
  expect(said('objects', 'devices*, users')?.newValue).toBe('デバイス (必須), プロファイル');
  expect(said('columns', 'name,event_time,tags.Bay')?.newValue).toBe('名前, 発生日時, Bay');
  expect(said('sort', 'event_time:DESC,name:asc')?.newValue).toBe('発生日時 ↓, 名前 ↑');
});

test('opening hours are shown by their weekday or date', () => {
  expect(said('hours.2', 'closed', '09:00–18:00')).toEqual({
    attribute: '営業時間: 火曜日',
    oldValue: '09:00–18:00',
    newValue: '休業',
  });
  expect(said('hours.2026-12-25', null)?.attribute).toBe('営業時間: 2026-12-25');
  expect(said('name', 'closed')?.newValue).toBe('closed');
});

test('a reason code is shown in words, and a reason written by a person or a controller unchanged', () => {
  const reason = (event: string, newValue: string) =>
    changesInWords(
      { event, description: { changes: [{ attribute: 'reason', oldValue: null, newValue }] } },
      words,
      time,
    )[0]?.newValue;
  expect(reason('USE_SECURE_KEY', 'usedUp')).toBe('使用回数が残っていません');
  expect(reason('REMOTE_UNLOCK_OUTCOME', 'bolt blocked')).toBe('bolt blocked');
  expect(reason('REMOTE_UNLOCK_OUTCOME', 'constructor')).toBe('constructor');
  expect(reason('EXPORT_PINS', 'usedUp')).toBe('usedUp');
});

test('a download names its list and view', () => {
  const change = (attribute: string, newValue: string) => ({ attribute, oldValue: null, newValue });
  const changes = [change('resource', 'event'), change('view', 'Overview')];
  const event = { event: 'EXPORT_CSV', description: { entityName: 'event: Overview', changes } };
  const inWords = [change('リスト', '操作履歴'), change('ビュー', '概要')];
  expect(changesInWords(event, words, time)).toEqual(inWords);
  expect(changesInWords({ ...event, event: 'EXPORT_PINS' }, words, time)).toEqual(inWords);
});

test('an event without changes has none', () => {
  expect(changesInWords({ description: { changes: [] } }, words, time)).toEqual([]);
  expect(changesInWords({}, words, time)).toEqual([]);
});
