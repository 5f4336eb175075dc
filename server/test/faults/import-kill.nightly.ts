// A process is killed while it applies or reverts a file of profiles: all or nothing, and another one finishes the work.
import { setTimeout as sleep } from 'node:timers/promises';
import { imports } from '@keyward/contract/imports';
import { expect, test } from 'vitest';
import { importJob, resumeImports } from '#modules/profiles/import-job.ts';
import { openKilled } from '#testing/killed.ts';
import { nightly } from '#testing/nightly.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const kills = nightly ? 20 : 1;
/** More than one batch, so that the first progress is shown in the middle of the work. */
const size = nightly ? 3000 : 1200;
const again = 100;

const portal = await openPortal();
const { vault, app, start, kill } = await openKilled(portal);
const context = { ...openOutbox(portal).context, vault };
const admin = portal.as.admin.on(app);
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);
await owner.query(`update tenant set config = '{"csvUploadRecordsLimit": 5000}' where id = $1`, [tenants.demo]);

/** The first `again` rows change profiles of the round before, so that applying and reverting do both. */
const fileOf = (name: string) => {
  const rows = Array.from(
    { length: size },
    (_, i) => `Person ${i},${i < again ? `stays.${i}` : `${name}.${i}`},OKM user`,
  );
  return new TextEncoder().encode(['name,profile id,roles', ...rows].join('\n'));
};
const stays = Array.from({ length: again }, (_, i) => `Before,stays.${i}`);
await admin.call(imports.file, { file: new TextEncoder().encode(['name,profile id', ...stays].join('\n')) });

const at = (id: string) => ({ params: { id } });
const stateOf = async (id: string) => (await admin.call(imports.get, at(id))).data;
/** Numbers of all rows that an import writes. */
async function counted(name: string, id: string) {
  const { rows } = await owner.query(
    `select (select count(*)::int from profile where tenant_id = $1 and username like $2 || '.%') as added,
       (select count(*)::int from profile where tenant_id = $1 and username like 'stays.%' and name <> 'Before') as changed,
       (select count(*)::int from pin i join profile p using (tenant_id) where p.id = i.profile_id and p.username like $2 || '.%') as pins,
       (select count(*)::int from event where tenant_id = $1 and event = 'IMPORT_USERS' and body like '%' || $3 || '%') as applied,
       (select count(*)::int from event where tenant_id = $1 and event in ('DELETE_USER', 'MODIFY_USER') and body like '%' || $3 || '%') as reverted,
       (select count(*)::int from profile_import_row where import_id = $3::uuid and outcome in ('created', 'updated')) as outcomes`,
    [tenants.demo, name, id],
  );
  return rows[0];
}
const before = { added: 0, changed: 0, pins: 0, applied: 0, reverted: 0, outcomes: 0 };
const added = size - again;
const applied = { added, changed: again, pins: added, applied: size, reverted: 0, outcomes: size };
const reverted = { ...before, applied: size, reverted: size };

/** Kills the server: at the first progress, which is in the middle of the work, or at any other instant. */
async function killDuring(id: string, n: number) {
  if (n % 2 === 0) {
    await expect.poll(async () => (await stateOf(id)).done, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
  } else await sleep(Math.random() * 1500);
  await kill();
}

/** Resumes the import as another process does a minute later; twice at once, as two processes would. */
async function resume(id: string) {
  await owner.query(`update profile_import set worked_at = now() - interval '2 minutes' where id = $1`, [id]);
  await resumeImports.run(undefined, context);
  const work = () => importJob.run({ tenantId: tenants.demo, importId: id }, context);
  await Promise.all([work(), work()]);
}

async function round(n: number): Promise<string[]> {
  const name = `killed${n}`;
  const { data } = await admin.call(imports.plan, { file: fileOf(name), query: { update: 'true' } });
  const seen: string[] = [];
  const steps = [
    [() => admin.call(imports.apply, { ...at(data.id), body: { rows: 'all' } }), before, applied, 'applied'],
    [() => admin.call(imports.revert, at(data.id)), applied, reverted, 'reverted'],
  ] as const;
  for (const [act, undone, done, state] of steps) {
    await start();
    await act();
    await killDuring(data.id, n);
    const { state: left } = await stateOf(data.id);
    seen.push(left);
    expect(await counted(name, data.id), left).toEqual(left === state ? done : undone);
    await resume(data.id);
    expect(await stateOf(data.id)).toMatchObject({ state, refusal: null });
    expect(await counted(name, data.id)).toEqual(done);
  }
  return seen;
}

test(`a killed process leaves all or nothing of a file, ${kills} times`, { timeout: 600_000 }, async () => {
  const seen: string[] = [];
  for (let n = 0; n < kills; n++) seen.push(...(await round(n)));
  // some kills came in the middle of the work
  expect(seen).toEqual(expect.arrayContaining(['applying', 'reverting']));
});
