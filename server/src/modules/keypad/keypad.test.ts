import { keypad } from '@keyward/contract/keypad';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import type { Keypad } from '#core/keypad.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const lock = { serial: serials.northPadlock, name: 'Padlock', location: 'North', keys: 1, online: true };
const entries: string[][] = [];
const locks: Keypad = {
  locks: (tenantId) => (tenantId === tenants.demo ? [lock] : []),
  enter: async (...entry) => {
    entries.push(entry);
    return entry[1] === serials.northPadlock ? { opened: true, usesLeft: 1 } : undefined;
  },
};
const build = (demo: boolean) => buildApp({ pool: portal.database.app, demo, keypad: locks, checkReplies: true });
const [demo, production] = [await build(true), await build(false)];
afterAll(() => Promise.all([demo.close(), production.close()]));

const path = keypad.enter.path.replace(':serial', serials.northPadlock);
type Request = { remoteAddress?: string; headers?: Record<string, string>; digits?: string; url?: string };
const enter = (
  app: typeof demo,
  { remoteAddress = '127.0.0.1', headers = {}, digits = '12345678', url = path }: Request = {},
) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', ...headers },
    payload: { digits },
  });
const list = (app: typeof demo, remoteAddress = '127.0.0.1', host = 'localhost') =>
  app.inject({ url: keypad.locks.path, remoteAddress, headers: { host } });

test('in demo mode, a person on this machine can type digits at a lock of the tenant', async () => {
  expect((await list(demo)).json()).toEqual({ data: [lock] });
  expect((await list(demo, '::1', 'harbor.localhost:3000')).json()).toEqual({ data: [] });
  expect((await enter(demo)).json()).toEqual({ data: { opened: true, usesLeft: 1 } });
  expect(entries.splice(0)).toEqual([[tenants.demo, serials.northPadlock, '12345678']]);
  expect((await enter(demo, { url: path.replace(serials.northPadlock, serials.nowhere) })).statusCode).toBe(404);
  entries.splice(0);
});

test('outside demo mode there is no keypad', async () => {
  expect((await list(production)).statusCode).toBe(404);
  expect((await enter(production)).statusCode).toBe(404);
  expect(entries).toEqual([]);
});

test.each([
  ['another machine', { remoteAddress: '192.168.1.20' }],
  ['another machine by IPv6', { remoteAddress: 'fe80::1' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['a proxy that names itself', { headers: { via: '1.1 proxy' } }],
  ['a proxy with the standard header', { headers: { forwarded: 'for=203.0.113.9' } }],
])('is refused over %s', async (_, request: Request) => {
  expect((await enter(demo, request)).statusCode).toBe(404);
  expect(entries).toEqual([]);
});

test('is refused at a host name that only points to this machine, and for a page of another site', async () => {
  const id = tenants.demo;
  await portal.database.system.query(`insert into tenant_host (tenant_id, host) values ($1, 'rebound.example')`, [id]);
  expect((await list(demo, '127.0.0.1', 'rebound.example')).statusCode).toBe(404);
  expect((await enter(demo, { headers: { host: 'rebound.example' } })).statusCode).toBe(404);
  expect((await enter(demo, { headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
  expect(entries).toEqual([]);
});

test.each(['', 'abc', '1'.repeat(11), '１２３', '1'.repeat(5000)])(
  'accepts only digits, and not too many: %.20s',
  async (digits) => {
    expect((await enter(demo, { digits })).statusCode).toBeGreaterThanOrEqual(400);
    expect(entries).toEqual([]);
  },
);
