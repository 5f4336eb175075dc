// Jobs over all tenants: a failure in one tenant does not stop the work for the others.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dueControllers } from '#core/controllers/jobs.ts';
import { processMetrics } from '#core/metrics.ts';
import { missingPins } from '#core/pins/jobs.ts';
import { pinNotices } from '#core/pins/notices.ts';
import { oldUses } from '#modules/gateway/jobs.ts';
import type { Db } from '#db/tenant.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { housekeeping } from './housekeeping.ts';
import { forEachTenant, inActiveTenant } from './tenants.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { context } = openOutbox(portal);
const { demo, harbor } = tenants;
const failures = async (part: string) =>
  (await processMetrics.getSingleMetric('keyward_background_failures_total')?.get())?.values.find(
    ({ labels }) => labels['part'] === part,
  )?.value ?? 0;

test('work continues after it fails for a tenant; the failure is logged and counted, and the job fails at the end', async () => {
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

describe('work that is not done for a suspended tenant', () => {
  const suspend = () => owner.query('update tenant set suspended_at = now() where id = $1', [harbor]);
  const stored = async () =>
    (await owner.query('select from former_password where tenant_id = $1', [harbor])).rowCount ?? 0;
  const store = (db: Db) =>
    db
      .insertInto('former_password')
      .columns(['profile_id', 'password_hash'])
      .expression((eb) =>
        eb
          .selectFrom('profile')
          .select(['id', eb.val('hash').as('password_hash')])
          .limit(1),
      )
      .execute();
  afterEach(() => owner.query('update tenant set suspended_at = null'));

  test('is done for another tenant', async () => {
    await suspend();
    const work = vi.fn(async (db: Db) => db.tenantId);
    expect(await inActiveTenant(owner, demo, work)).toBe(demo);
    expect(await inActiveTenant(owner, harbor, work)).toBeUndefined();
    expect(work).toHaveBeenCalledOnce();
  });

  test('is rolled back when the tenant is suspended before the work ends', async () => {
    const before = await stored();
    const work = async (db: Db) => {
      await store(db);
      await suspend();
      return 'done';
    };
    expect(await inActiveTenant(owner, harbor, work)).toBeUndefined();
    expect(await stored()).toBe(before);
    await owner.query('update tenant set suspended_at = null');
    expect(await inActiveTenant(owner, harbor, store)).toBeDefined();
    expect(await stored()).toBe(before + 1);
  });

  test('throws its own errors', async () => {
    const work = async () => {
      throw new Error('no');
    };
    await expect(inActiveTenant(owner, harbor, work)).rejects.toThrow('no');
  });
});

test.each([
  ['controllers', 'demo', 'harbor'],
  ['controllers', 'harbor', 'demo'],
  ['PINs', 'demo', 'harbor'],
  ['PINs', 'harbor', 'demo'],
] as const)('%s that fail for one tenant (%s) are still done for another (%s)', async (what, failing, other) => {
  const [job, table] = what === 'PINs' ? [missingPins, 'pin'] : [dueControllers, 'controller_mark'];
  // the test world's OKMs were never judged, so they are marked until they are
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

const oldTokens = housekeeping.find(({ name }) => name === 'old-sign-in-tokens');
const passes = [
  { job: oldTokens, first: 'password_token', later: 'sso_state', columns: 'state_hash, used_at', values: `'\\x01'` },
  { job: oldUses, first: 'secure_key_use', later: 'wrong_entry', columns: 'tries, of_id, updated_at', values: '1, id' },
];
const bothOrders = [
  ['demo', 'harbor'],
  ['harbor', 'demo'],
] as const;

/** Makes deletions from a table fail in the tenant while `work` runs. */
async function withoutDeletions(table: string, tenant: keyof typeof tenants, work: () => Promise<void>): Promise<void> {
  await owner.query(
    `create or replace function refuse_deletion() returns trigger language plpgsql as $$ begin
       if current_setting('app.tenant_id') = tg_argv[0] then raise exception 'no'; end if;
       return null;
     end $$;
     create trigger broken before delete on ${table} execute function refuse_deletion('${tenants[tenant]}')`,
  );
  try {
    await work();
  } finally {
    await owner.query(`drop trigger broken on ${table}`);
  }
}

test.each(
  passes.flatMap((pass) => bothOrders.map(([failed, other]) => ({ ...pass, name: pass.job?.name, failed, other }))),
)(
  '$name, whose first pass fails for $failed, still runs all its passes for $other',
  async ({ job, first, later, columns, values, failed, other }) => {
    await owner.query(
      `insert into ${later} (tenant_id, ${columns}) select id, ${values}, now() - interval '2 days' from tenant`,
    );
    await withoutDeletions(first, failed, async () => {
      await expect(job?.run(undefined, context)).rejects.toThrow('failed for 1 of 2 tenants');
    });
    const { rows } = await owner.query(`select tenant_id from ${later}`);
    expect(rows.map((row) => row.tenant_id)).not.toContain(tenants[other]);
    await owner.query(`delete from ${later}`);
  },
);

test.each(bothOrders)(
  'PIN notices that cannot be sent for %s are still sent for %s, and no former address is kept',
  async (failed, other) => {
    await owner.query(
      `with one as (select distinct on (tenant_id) tenant_id, id from profile order by tenant_id, id),
         address as (insert into former_email (tenant_id, profile_id, replaced_at)
           select tenant_id, id, now() - interval '2 days' from one)
       insert into pin_notice (tenant_id, profile_id, recipient, shown_to, created_at)
         select tenant_id, id, 'owner@tenant.example', 'Ada', now() - interval '1 day' from one`,
    );
    await withoutDeletions('pin_notice', failed, async () => {
      await expect(pinNotices.run(undefined, context)).rejects.toThrow('failed for 1 of 2 tenants');
    });
    const { rows: mails } = await owner.query(`delete from mail where kind = 'pinDigest' returning tenant_id`);
    expect(mails).toEqual([{ tenant_id: tenants[other] }]);
    expect((await owner.query('select from former_email')).rowCount).toBe(0);
    await owner.query('delete from pin_notice');
  },
);
