// Every write with an Idempotency-Key, sent twice under the same key, has one effect.
import { endpoints } from '@keyward/contract/endpoints';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isKeyed } from '#core/http/repeats.ts';
import { type Answer, openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { openWalk } from './walk.ts';

const portal = await openPortal();
const { walk, left } = await openWalk(portal);
const nameOf = new Map<EndpointSpec, string>(Object.entries(endpoints).map(([name, spec]) => [spec, name]));

type Repeated = { first: Answer; again: Answer; effects: string[] };
const repeated = new Map<string, Repeated>();
// from here on every call of the walk is sent twice
for (const caller of Object.values(portal.as)) {
  const request = caller.request.bind(caller);
  caller.request = async (spec, ...parts) => {
    if (!isKeyed(spec)) return request(spec, ...parts);
    const keyed = caller.with({ 'idempotency-key': randomUUID() });
    const first = await keyed.request(spec, ...parts);
    const before = await stateOf(portal.database);
    const again = await keyed.request(spec, ...parts);
    const after = await stateOf(portal.database);
    const effects = Object.keys(before).filter((table) => before[table] !== after[table]);
    repeated.set(nameOf.get(spec) ?? spec.path, { first, again, effects });
    return first;
  };
}

test.each(walk)('%s takes effect only once', async (name, event, call) => {
  expect(await left(call)).toEqual([event]);
  const spec = endpoints[name];
  if (!spec || !isKeyed(spec)) return;
  const two = repeated.get(name);
  if (!two) throw new Error(`${name} was not sent`);
  const { first, again, effects } = two;
  expect(effects, 'what the second call changed').toEqual([]);
  // the first call ended the session of the second one
  if (name === 'auth.logout') return expect(again.status).toBe(401);
  // a PIN or a link can be read again, a secret that is stored as a hash cannot
  if (spec.secret && !spec.writes && name !== 'invitations.makeLink')
    return expect([again.status, again.text]).toEqual([409, expect.stringContaining('"alreadyDone"')]);
  expect([again.status, again.headers['idempotency-replayed'], again.headers['etag']]).toEqual([
    first.status,
    'true',
    first.headers['etag'],
  ]);
  expect(again.body).toEqual(first.body);
});

test('the walk covers each endpoint that takes a key', () => {
  const keyed = Object.entries(endpoints).flatMap(([name, spec]) => (isKeyed(spec) ? [name] : []));
  expect(new Set(repeated.keys())).toEqual(new Set(keyed));
});
