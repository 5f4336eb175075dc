import { confirm } from '@keyward/contract/confirm';
import { type Device, devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { groups } from '@keyward/contract/groups';
import { gateway } from '@keyward/contract/gateway';
import { codePoints } from '@keyward/contract/characters';
import { isCleanText } from '@keyward/contract/text';
import { afterAll, expect, test } from 'vitest';
import { nightly } from '#testing/nightly.ts';
import { demoPassword } from '#core/auth/demo.ts';
import { north, serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { addressOf, baseOf, mutations, pathRequests } from './generate.ts';
import { sendAll, type Sent } from './oracle.ts';
import { maxRequests, randomChoice, rawBodies, seed, texts } from './values.ts';

const portal = await openPortal();
const { admin } = portal.as;
// for the calls of the in-product admin
await portal.database.system.query(`update profile set is_keyward_admin = true where username = 'admin'`);
/** Confirms the act of a call, if it requires a confirmation. */
const confirmed = async ({ confirm: act }: EndpointSpec) => {
  if (act) await admin.call(confirm.password, { body: { act, password: demoPassword } });
};
const definitions = (await admin.call(groups.definitions, {})).data;
const location = definitions.find((d) => d.is_location)?.id ?? '';
const notes = definitions.find((d) => d.type === 0)?.id ?? '';
const all = (await admin.call(devices.list, {})).data;
const idOf = (serial: string) => all.find((d) => d.serial_number === serial)?.id ?? '';
const okm = idOf(serials.northOkm);
const token = await issueToken(admin, okm);
const controller = portal.controller(token.token);

const validBodies = {
  serial_number: '3A10000000000FFF',
  serial: serials.northPadlock,
  tagId: location,
  values: [north],
  state: { secured: true },
  base: 'Overview',
  accessorKey: 'name',
  sort: [],
  attributes: { note: 'x' },
  time: '2026-01-01T00:00:00.000Z',
  reportedAt: '2026-01-01T00:00:00.000Z',
  type: undefined,
};
const params = { id: idOf(serials.northPadlock), tokenId: token.id, name: 'autoLogoutTimeoutMins' };
const writing = Object.entries(endpoints).filter(([, spec]) => spec.body !== undefined);
/** More than half of these are refused, so a few suffice. */
const most = nightly ? maxRequests : 10;
let sent = 0;

test.each(writing)('%s accepts only its own body', { timeout: 90_000 }, async (name, spec) => {
  const roll = randomChoice(seed);
  const own = name === 'gateway.reports' ? { ...validBodies, type: 'LOCK_UNLOCK' } : validBodies;
  const bodies: unknown[] = [...mutations(baseOf(spec, own))];
  // every password check costs a hash
  const some =
    spec.needs === 'public'
      ? roll.some(bodies, nightly ? 60 : 10)
      : bodies.length > most
        ? roll.some(bodies, most)
        : bodies;
  const requests = [...some, ...rawBodies].map((body): Sent => ({
    method: spec.method,
    url: addressOf(spec, params),
    body,
  }));
  await confirmed(spec);
  // a password confirmation counts as an attempt
  const leavesTrace = spec.needs === 'public' || name.startsWith('passkeys.');
  const tally = await sendAll(portal, spec.needs === 'controller' ? controller : admin, requests, { leavesTrace });
  sent += tally.sent;
  expect(tally.byStatus[400] ?? 0).toBeGreaterThan(20);
});

test('paths accept only their own ids', { timeout: 90_000 }, async () => {
  // by day every fourth
  const requests = [...pathRequests(params)].filter((_, i) => nightly || i % 4 === 0);
  sent += (await sendAll(portal, admin, requests)).sent;
});

test('accepted text is returned exactly as sent, and other text is refused', async () => {
  const id = idOf(serials.northCabinet);
  const device = async (): Promise<Device> => (await admin.call(devices.get, { params: { id } })).data;
  for (const text of texts) {
    const named = await admin.request(devices.update, { params: { id }, body: { name: text } });
    const fits = isCleanText(text) && !/[\r\n\t]/.test(text) && text.trim() !== '' && codePoints(text.trim()) <= 64;
    expect(named.status, JSON.stringify(text)).toBe(fits ? 200 : 400);
    if (fits) expect((await device()).name).toBe(text.trim());
    const tags = [{ tagId: notes, values: [text] }];
    const noted = await admin.request(devices.update, { params: { id }, body: { name: 'X', tags } });
    if (noted.status !== 200) continue;
    const stored = (await device()).tags.find((t) => t.tagId === notes)?.values[0] ?? '';
    expect(stored).toBe(text.trim());
  }
});

test('a controller’s report is returned exactly as sent', async () => {
  const { state_schema } = (await admin.call(devices.get, { params: { id: params.id } })).data;
  const field = Object.keys(state_schema).find((name) => state_schema[name]?.type === 'text') ?? '';
  for (const text of texts.filter((t) => isCleanText(t) && codePoints(t) <= 200)) {
    const report = { serial: serials.northPadlock, state: { [field]: text }, events: [] };
    const answer = await controller.call(gateway.reports, { body: { reports: [report] } });
    expect(answer.rejected).toEqual([]);
    const { data } = await admin.call(devices.get, { params: { id: params.id } });
    expect(data.state[field]).toBe(text);
  }
});

afterAll(() => console.log(`hostile bodies and paths: ${sent}, seed ${seed}`));
