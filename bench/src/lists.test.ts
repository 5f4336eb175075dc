// The comparison requires equal answers: at a tiny size the portal and the bare server answer each request alike.
import { Caller, openPortal } from '@keyward/server/testing/portal.ts';
import { afterAll, expect, test } from 'vitest';
import { buildBare } from './bare.ts';
import { listCases, portalPath } from './cases.ts';
import { runStatements } from './measure.ts';
import { statementsOf } from './statements.ts';
import { buildWorld } from './world.ts';

const size = { events: 2000, devices: 400, profiles: 4000 };
const portal = await openPortal();
const { cookies } = await buildWorld(portal.database, size);
const bare = buildBare(portal.database.system);
afterAll(() => bare.close());

const everything = new Caller(portal.app, '127.0.0.1', { cookie: cookies.everything });
const oneStore = new Caller(portal.app, '127.0.0.1', { cookie: cookies.oneStore });
const cases = await listCases(
  { ...size, users: size.profiles },
  async (url) => (await everything.raw('GET', url)).text,
);

type Page = { data: { id: string }[]; total_results: number };
const read = (text: string) => {
  const { data, total_results: total } = JSON.parse(text) as Page;
  return { ids: data.map(({ id }) => id), total };
};

for (const one of cases) {
  test(`${one.list}s: ${one.name}`, async () => {
    const answer = await (one.as ? oneStore : everything).raw('GET', portalPath(one));
    expect(answer.status).toBe(200);
    const { ids, total } = read(answer.text);
    if (one.bare) expect(read((await bare.inject(one.bare)).body)).toEqual({ ids, total });
    // the separately measured statements are those of the page and of its total
    const { page, total: counted } = await statementsOf(one, portal.database.app);
    expect([page.length, counted.length]).not.toContain(0);
    const { app, system } = portal.database;
    await runStatements(0, [
      { pool: app, statements: page },
      { pool: system, statements: page },
      { pool: app, statements: counted },
    ]);
  });
}

test('the bench queries find rows', async () => {
  const whole = await everything.raw('GET', '/api/v1/events');
  expect(read(whole.text)).toMatchObject({ total: size.events });
  const store = read((await oneStore.raw('GET', '/api/v1/devices')).text);
  expect(store.ids).toHaveLength(size.devices / 200);
});
