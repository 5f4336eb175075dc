// Texts that are cheap to send and expensive to process: unordered combining marks, which Unicode normalization sorts
// in quadratic time, in Node and in the database.
import { confirm } from '@keyward/contract/confirm';
import { devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { groups } from '@keyward/contract/groups';
import { importHeaders, imports } from '@keyward/contract/imports';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { nightly } from '#testing/nightly.ts';
import { serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { addressOf, baseOf } from './generate.ts';

const portal = await openPortal();
const { admin } = portal.as;
// for the calls of the in-product admin
await portal.database.system.query(`update profile set is_keyward_admin = true where username = 'admin'`);
/** Confirms the act of a call, if it requires a confirmation. */
const confirmed = async ({ confirm: act }: EndpointSpec) => {
  if (act) await admin.call(confirm.password, { body: { act, password: demoPassword } });
};
const all = (await admin.call(devices.list, {})).data;
const idOf = (serial: string) => all.find((d) => d.serial_number === serial)?.id ?? '';
const issued = await issueToken(admin, idOf(serials.northOkm));
const controller = portal.controller(issued.token);

/** 500,001 code points, and almost the maximum size of a body. */
const marks = `a${'\u0316\u0301'.repeat(250_000)}`;
/** The maximum for an address. */
const inAddress = marks.slice(0, 2601);
/** Valid texts in these tests are shorter, in UTF-16. */
const longest = 2000;

/** Records code that was about to process a long text, and refuses it, since it would take minutes. */
const read: string[] = [];
const refuse = (what: string) => {
  read.push(what);
  throw new Error(`${what} reads a text that has no bound`);
};
const normalize = Reflect.get(String.prototype, 'normalize');
vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
  return this.length > longest ? refuse('normalize') : normalize.call(this, form);
});
const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isLong) : typeof value === 'string' && value.length > longest;
/** Rows of files are stored as they are. */
let storesFiles = false;
const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
  const [first, second] = given;
  const values = typeof first === 'object' && first !== null && 'values' in first ? first.values : second;
  if (!storesFiles && isLong(values)) refuse('the database');
  return query.apply(this, given) as never; // calls the real query
});
afterAll(() => void vi.restoreAllMocks());

type Json = Record<string, unknown>;
/** The value with each text replaced in turn, and with one more member for each object. */
function* lengthened(value: unknown): Generator<{ body: unknown; slot: boolean }> {
  if (typeof value === 'string') yield { body: marks, slot: true };
  if (Array.isArray(value))
    for (const [at, item] of value.entries())
      for (const { body, slot } of lengthened(item)) yield { body: value.with(at, body), slot };
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const { body, slot } of lengthened(item)) yield { body: { ...value, [key]: body }, slot };
    yield { body: { ...(value as Json), another: marks }, slot: false };
    yield { body: { ...(value as Json), [marks]: 'x' }, slot: false };
  }
}

const params = { id: idOf(serials.northPadlock), tokenId: issued.id, name: 'autoLogoutTimeoutMins' };
const known = {
  tagId: params.id,
  values: ['x'],
  state: { secured: 'x' },
  attributes: { note: 'x' },
  filter: { name: 'x' },
  filterData: { name: 'x', search: 'x' },
  time: '2026-01-01T00:00:00.000Z',
};
const callerOf = ({ needs }: EndpointSpec) => (needs === 'controller' ? controller : admin);

/** Sends the request, and checks during it that the process responds. */
async function send(spec: EndpointSpec, url: string, body?: unknown): Promise<number> {
  const [answer, health] = await Promise.all([
    callerOf(spec).raw(spec.method, url, body),
    admin.raw('GET', '/healthz'),
  ]);
  expect(health.status).toBe(200);
  expect(read, `${spec.method} ${spec.path}`).toEqual([]);
  return answer.status;
}

/** By day every fourth. */
const chosen = Object.entries(endpoints).filter((_, i) => nightly || i % 4 === 0);
const writing = chosen.filter(([, spec]) => spec.body !== undefined);
test.each(writing)('%s refuses a long text before processing it', { timeout: 60_000 }, async (_name, spec) => {
  await confirmed(spec);
  for (const { body, slot } of lengthened(baseOf(spec, known))) {
    const status = await send(spec, addressOf(spec, params), body);
    if (slot) expect([400, 413]).toContain(status);
    else expect(status).toBeLessThan(500);
  }
});

const asking = chosen.filter(([, spec]) => spec.query !== undefined && spec.method === 'GET');
const names = ['search', 'q', 'sort', 'timezone', 'cursor', 'custom_view', 'with', 'username', 'name', 'page'];
test.each(asking)('%s refuses a long query before processing it', { timeout: 60_000 }, async (_name, spec) => {
  const address = addressOf(spec, { ...params, resource: 'device', column: 'name' });
  const written = [inAddress, `name:${inAddress}`, `like:${inAddress}`];
  const queries = names.flatMap((name) => written.map((value) => ({ [name]: value })));
  // a stream would stay open
  const once = spec.stream ? 'once=true&' : '';
  for (const parameters of [...queries, { [inAddress]: 'x' }])
    expect(await send(spec, `${address}?${once}${new URLSearchParams(parameters).toString()}`)).toBeLessThan(500);
});

test('a filter value is limited, even in a list within the limit', async () => {
  const value = 'e\u0301'.repeat(200);
  const named = (name: string) =>
    send(devices.list, `${devices.list.path}?${new URLSearchParams({ name }).toString()}`);
  for (const filter of [value, `like:*${value}*`, `x,${value}`]) expect(await named(filter)).toBe(400);
  const many = Array.from({ length: 100 }, (_, i) => `${i} ${'e\u0301'.repeat(30)}`).join(',');
  expect(await named(many)).toBe(200);
});

test('a file is refused or judged without folding a long header or cell', { timeout: 60_000 }, async () => {
  const tagged = (await admin.call(groups.definitions, {})).data.filter((one) =>
    one.objects.some(({ type }) => type === 'users'),
  );
  await admin.call(groups.create, { body: { label: 'Number of a badge', type: 0, objects: [{ type: 'users' }] } });
  expect(tagged.filter(({ type, is_location: location }) => type === 1 && !location).length).toBeGreaterThan(0);
  expect(tagged.some((one) => one.is_location)).toBe(true);
  const headers = [...Object.values(importHeaders), ...tagged.map(({ label }) => label), 'Number of a badge', 'groups'];
  const upload = async (cells: string[][]) => {
    const file = Buffer.from(cells.map((line) => line.map((cell) => `"${cell}"`).join()).join('\n'));
    const answers = [await admin.request(imports.file, { file }), await admin.request(imports.plan, { file })];
    expect(read).toEqual([]);
    return answers.map(({ status }) => status);
  };
  storesFiles = true;
  try {
    for (const [at] of headers.entries()) {
      const right = headers.map((header) => (header === importHeaders.username ? `long.${at}` : ''));
      right[0] = 'Ann';
      expect(await upload([headers.with(at, marks), right])).toEqual([422, 422]);
      expect(await upload([headers, right.with(at, marks)]), headers[at]).toEqual([422, 201]);
    }
  } finally {
    storesFiles = false;
  }
});
