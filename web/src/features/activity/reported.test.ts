import type { Event } from '@keyward/contract/activity';
import { expect, test } from 'vitest';
import { isOfReceipt, reporterOf } from './reported.ts';

const raw = { controller: '9F40000000000001', serial: '3A10000000000001', type: 'LOCK_UNLOCK', agent: 'reason' };
const refused = (over: Partial<Event> = {}): Event => ({
  id: '01a21b0e-1bd1-7085-b736-3fa286957b03',
  event: 'LOCK_UNLOCK',
  event_time: '2026-11-27T08:00:00.000Z',
  received_at: '2026-11-27T08:05:00.001Z',
  result: 'unauthorized',
  reason: 'groups',
  agent_domain: 'profile',
  agent_id: null,
  entity_domain: 'device',
  entity_id: null,
  description: { agentName: 'clerk', agentEmail: null, entityName: 'lock', entityEmail: null, changes: [] },
  rawDescription: JSON.stringify(raw),
  ...over,
});

test('a reason found by the portal more than five minutes after the event applies to the receipt', () => {
  expect(isOfReceipt(refused())).toBe(true);
  expect(isOfReceipt(refused({ received_at: '2026-11-27T08:05:00.000Z' }))).toBe(false);
  expect(isOfReceipt(refused({ reason: undefined }))).toBe(false);
});

test('a reason given by the controller or decided by the portal applies to the event itself', () => {
  expect(isOfReceipt(refused({ rawDescription: JSON.stringify({ ...raw, reason: 'groups' }) }))).toBe(false);
  expect(isOfReceipt(refused({ rawDescription: '{"event":"USE_SECURE_KEY"}' }))).toBe(false);
  expect(isOfReceipt(refused({ rawDescription: '"controller":"9F40000000000001" …' }))).toBe(false);
});

test('the controller is read from its own fields of the raw description, never from texts in it', () => {
  const { controller: serial } = raw;
  const id = '01a21b0e-1bd1-7085-b736-3fa286957b04';
  const said = { ...raw, agent: '"controllerId":"01a21b0e-1bd1-7085-b736-3fa286957b05"' };
  const reporter = (report: object) => reporterOf({ rawDescription: JSON.stringify(report) });
  expect(reporter(said)).toEqual({ serial, id: undefined });
  expect(reporter({ ...said, controllerId: id })).toEqual({ serial, id });
  expect(reporter({ serial: raw.serial })).toBeUndefined();
});
