import type { Event, EventType } from '@keyward/contract/activity';
import { expect, test } from 'vitest';
import { event as en } from '#texts/en/event.ts';
import { event as fr } from '#texts/fr/event.ts';
import { event as jaJp } from '#texts/ja-JP/event.ts';
import { event as ja } from '#texts/ja/event.ts';
import { event as koKr } from '#texts/ko-KR/event.ts';
import { event as ko } from '#texts/ko/event.ts';
import { sentenceOf, withoutLocation, withoutTime } from './sentences.ts';

const of = (
  event: EventType,
  more: Partial<Event> & { changes?: Record<string, string>; entity?: null; agent?: null },
) => {
  const { changes = {}, entity = 'Padlock', agent = 'Sam', ...rest } = more;
  return sentenceOf({
    id: '',
    event,
    event_time: '',
    received_at: '',
    result: 'success',
    agent_domain: null,
    agent_id: null,
    entity_domain: null,
    entity_id: null,
    rawDescription: '',
    description: {
      agentName: agent,
      agentEmail: null,
      entityName: entity,
      entityEmail: null,
      changes: Object.entries(changes).map(([attribute, newValue]) => ({ attribute, oldValue: null, newValue })),
    },
    ...rest,
  });
};

test('each event has the sentence that describes it', () => {
  expect(of('LOCK_UNLOCK', { changes: { secured: 'false' } })).toBe('unlocked');
  expect(of('LOCK_UNLOCK', { changes: { secured: 'true' } })).toBe('locked');
  expect(of('LOCK_UNLOCK', { result: 'unauthorized' })).toBe('refused');
  expect(of('LOCK_UNLOCK', {})).toBe('other');
  expect(of('KEY_CHECKOUT', { result: 'failure' })).toBe('other');
  expect(of('KEY_CHECKOUT', {})).toBe('keyTaken');
  expect(of('USE_SECURE_KEY', {})).toBe('keyUsed');
  expect(of('USE_SECURE_KEY', { result: 'unauthorized' })).toBe('refused');
  expect(of('MODIFY_DEVICE', {})).toBe('changed');
  expect(of('DELETE_ROLE', {})).toBe('deleted');
  expect(of('MODIFY_DEVICE', { result: 'failure' })).toBe('other');
  expect(of('LOGIN', {})).toBe('signedIn');
  expect(of('RESET_PIN', {})).toBe('other');
});

test('a sentence without an agent or an entity has no gap', () => {
  expect(of('LOCK_UNLOCK', { agent: null, changes: { secured: 'true' } })).toBe('noAgent');
  expect(of('FAILED_LOGIN', { agent: null, entity: null })).toBe('alone');
  expect(of('EXPORT_PINS', { entity: null })).toBe('noEntity');
});

test('every language has every sentence, with its placeholders', () => {
  const names = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
  for (const [sentence, text] of Object.entries(en.sentence)) {
    expect(names(text).length).toBeGreaterThan(0);
    for (const other of [fr, ja, jaJp, ko, koKr]) {
      const translated = new Map(Object.entries(other.sentence)).get(sentence) ?? '';
      expect(names(translated), translated).toEqual(names(text));
    }
  }
});

test('in every language a sentence without its time and its location has no gap', () => {
  for (const { sentence } of [en, fr, ja, jaJp, ko, koKr]) {
    for (const [name, text] of Object.entries(sentence).filter(([key]) => key !== 'location')) {
      const left = withoutTime(withoutLocation(text.replaceAll('{{', '<').replaceAll('}}', '>')));
      expect(left, `${name}: ${text}`).not.toMatch(/<time>|<location>|^[、,\s]|[、,\s]$| {2}/);
    }
  }
});
