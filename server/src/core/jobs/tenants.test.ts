// Jobs over all tenants: what fails for one keeps no other from its own.
import { expect, test, vi } from 'vitest';
import { dueControllers } from '#core/controllers/jobs.ts';
import { processMetrics } from '#core/metrics.ts';
import { missingPins } from '#core/pins/jobs.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { forEachTenant } from './tenants.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { context } = openOutbox(portal);
const { demo, harbor } = tenants;
const failures = async (part: string) =>
  (await processMetrics.getSingleMetric('keyward_background_failures_total')?.get())?.values.find(
    ({ labels }) => labels['part'] === part,
  )?.value ?? 0;

test('work goes on after a tenant whose own fails, which is logged and counted; the job fails at the end', async () => {
  const log = context.log.child({});
  const error = vi.fn();
  vi.spyOn(log, 'child').mockImplementation((bound) =>
    Object.assign(Object.create(context.log), { error: (fields: object) => error({ ...bound, ...fields }) }),
  );
  const seen: string[] = [];
  const failing = [demo, harbor].toSorted()[0];
  const work = async (id: string) => {
    seen.push(id);
    if (id === failing) throw new Error('no');
  };
  await expect(forEachTenant('errand', { ...context, log }, work)).rejects.toThrow('errand failed for 1 of 2 tenants');
  expect(seen.toSorted()).toEqual([demo, harbor].toSorted());
  expect(error.mock.calls).toEqual([[{ part: 'job errand', tenant: failing, err: new Error('no') }]]);
  expect(await failures('job errand')).toBe(1);
});

test('a suspended tenant is left out where the job says so', async () => {
  const run = async (which?: { suspended: boolean }) => {
    const seen: string[] = [];
    await forEachTenant('errand', context, async (id) => seen.push(id), which);
    return seen.toSorted();
  };
  await owner.query('update tenant set suspended_at = now() where id = $1', [harbor]);
  expect(await run()).toEqual([demo, harbor].toSorted());
  expect(await run({ suspended: false })).toEqual([demo]);
  await owner.query('update tenant set suspended_at = null');
});

test.each([
  ['controllers', 'demo', 'harbor'],
  ['controllers', 'harbor', 'demo'],
  ['PINs', 'demo', 'harbor'],
  ['PINs', 'harbor', 'demo'],
] as const)('%s of one tenant that fail (%s) keep no other from its own (%s)', async (what, failing, other) => {
  const [job, table] = what === 'PINs' ? [missingPins, 'pin'] : [dueControllers, 'controller_mark'];
  // the world's OKMs were never judged, and are marked until they are
  await owner.query(`delete from ${table}`);
  await owner.query(`alter table ${table} add constraint broken check (tenant_id <> '${tenants[failing]}') not valid`);
  try {
    await expect(job.run(undefined, context)).rejects.toThrow('failed for 1 of 2 tenants');
  } finally {
    await owner.query(`alter table ${table} drop constraint broken`);
  }
  const { rows } = await owner.query(`select distinct tenant_id from ${table}`);
  expect(rows).toEqual([{ tenant_id: tenants[other] }]);
});
