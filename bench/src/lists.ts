// The lists at size: the portal over HTTP (with session, permissions and locations) against the same SQL through the
// driver and against a bare server. All in one run on one machine, so that the ratios are comparable.
import type pg from 'pg';
import { type Case, listCases, portalPath } from './cases.ts';
import { get, median, runStatements, repeat, type Target, throughput } from './measure.ts';
import { report, type Result } from './report.ts';
import { statementsOf } from './statements.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld, type Size } from './world.ts';

const latencyMs = 600;
/** Statements of a first page are compared for longer: what security costs them is a few hundredths of a millisecond. */
const firstPageMs = 2500;
const rounds = 3;
const roundSeconds = 2;
const warmSeconds = 30;

export async function benchLists({
  record,
  ...size
}: Required<Omit<Size, 'stores'>> & { record: boolean }): Promise<void> {
  await withTestBed(async ({ database, start }) => {
    const began = performance.now();
    const { cookies } = await buildWorld(database, size);
    const loaded = Math.round((performance.now() - began) / 1000);
    console.log(`${size.events} events, ${size.devices} devices and ${size.profiles} profiles loaded in ${loaded} s`);
    const portal = await start('portal');
    const bare = await start('bare');
    const signedIn: Target = { ...portal, cookie: cookies.everything };
    const cases = await listCases({ ...size, users: size.profiles }, (url) => get(signedIn, url));
    // both are compiled and connected before the measurement, as after a minute in production
    await throughput(signedIn, '/api/v1/events', warmSeconds);
    await throughput(bare, '/events', warmSeconds);
    const results: Result[] = [];
    for (const one of cases) {
      const target = one.as ? { ...portal, cookie: cookies.oneStore } : signedIn;
      results.push(await measure(one, target, bare, database));
      console.log(`  ${one.list}s: ${one.name}`);
    }
    const version = await database.system.query<{ v: string }>(`select current_setting('server_version') as v`);
    report(results, size, version.rows[0]?.v ?? '', record);
  });
}

/** Alternates between the compared sides: rounds of requests, or single statements. */
async function measure(
  one: Case,
  portal: Target,
  bare: Target,
  database: { app: pg.Pool; system: pg.Pool },
): Promise<Result> {
  const { page, total } = await statementsOf(one, database.app);
  const sides = [{ target: portal, url: portalPath(one) }, ...(one.bare ? [{ target: bare, url: one.bare }] : [])];
  const gets = sides.map((side) => () => get(side.target, side.url));
  const times = await repeat(latencyMs, gets);
  const rates = sides.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { target, url }] of sides.entries()) rates[i]?.push(await throughput(target, url, roundSeconds));
  }
  const [ofPortal, ofBare] = times.map((time, i) => ({ ...time, rate: median(rates[i] ?? []) }));
  const [ofPage, withoutSecurity, rawTotal] = await runStatements(one.name === 'page 1' ? firstPageMs : latencyMs, [
    { pool: database.app, statements: page },
    { pool: database.system, statements: page },
    { pool: database.app, statements: total },
  ]);
  if (!ofPortal || !ofPage || !rawTotal || !withoutSecurity) throw new Error('not measured');
  return { case: one, portal: ofPortal, bare: ofBare, raw: ofPage, rawTotal, withoutSecurity };
}
