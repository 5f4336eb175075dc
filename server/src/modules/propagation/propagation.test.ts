import { devices } from '@keyward/contract/devices';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { propagations } from '@keyward/contract/propagation';
import { expect, test } from 'vitest';
import { takeAllMarks } from '#core/controllers/marks.ts';
import { pinVerifiers } from '#core/pins/jobs.ts';
import { inTenant } from '#db/tenant.ts';
import { settle } from '#testing/controllers.ts';
import { nightly } from '#testing/nightly.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPropagation } from './propagation.testing.ts';

const world = await openPropagation();
const { portal, admin, owner, okms, definitions, at, okmUser, person, deviceOf, ofProfile, ofKey } = world;
const { manager } = portal.as;
async function regroup(id: string, department: string) {
  const { data: before } = await admin.call(devices.get, { params: { id } });
  const tagId = definitions.find(({ label }) => label === 'Department')?.id ?? '';
  const tags = [...before.tags.filter((tag) => tag.tagId !== tagId), { tagId, values: [department] }];
  await admin.call(devices.update, { params: { id }, body: { name: before.name, tags } });
}

test('a change is saved, delivered, then works', async () => {
  const { held } = okms[north];
  const id = await person(north);
  await settle(portal);
  const stage = async () => (await ofProfile(id)).at.map((one) => [one.okm.name, one.stage, one.removed]);
  expect(await stage()).toEqual([['North cabinet', 'saved', false]]);
  await held.fetch();
  expect(await stage()).toEqual([['North cabinet', 'delivered', false]]);
  await held.confirm();
  expect(await stage()).toEqual([['North cabinet', 'works', false]]);
  expect((await ofProfile(id)).at[0]?.stillOpensUntil).toBeNull();
});

test('a change that was saved a moment ago is pending', async () => {
  const id = await person(north);
  expect(await ofProfile(id)).toMatchObject({ pending: true });
  await settle(portal);
  expect(await ofProfile(id)).toMatchObject({ pending: false });
});

test('a change is pending until everything that it concerns at an OKM was judged', async () => {
  const lock = await deviceOf(serials.northPadlock);
  const body = { serial: serials.northPadlock, duration: 60, count: 3 };
  const { id: key } = await admin.call(secureKeys.create, { body });
  const [before, elsewhere] = [await person(north), await person(south)];
  await settle(portal);
  await regroup(lock, 'Toys');
  const { id: laterKey } = await admin.call(secureKeys.create, { body });
  const later = await person(north);
  await takeAllMarks((work) => inTenant(portal.database.system, tenants.demo, work));
  const pending = async () => ({
    lock: (await admin.call(propagations.device, { params: { id: lock } })).data.pending,
    keys: [(await ofKey(key)).pending, (await ofKey(laterKey)).pending],
    people: [(await ofProfile(before)).pending, (await ofProfile(later)).pending],
    elsewhere: (await ofProfile(elsewhere)).pending,
  });
  expect(await pending()).toEqual({ lock: true, keys: [true, true], people: [true, true], elsewhere: false });
  await settle(portal);
  expect(await pending()).toEqual({ lock: false, keys: [false, false], people: [false, false], elsewhere: false });
});

test('a change of a role is pending for the people who have it', async () => {
  const id = await person(north);
  await settle(portal);
  await owner.query('update role_permission set value = value where tenant_id = $1 and role_id = $2', [
    tenants.demo,
    okmUser,
  ]);
  expect(await ofProfile(id)).toMatchObject({ pending: true });
  await settle(portal);
  expect(await ofProfile(id)).toMatchObject({ pending: false });
});

test('a change of a device works at its OKM once the OKM has confirmed it', async () => {
  const { held } = okms[north];
  const id = await deviceOf(serials.northPadlock);
  const spread = async () => {
    await settle(portal);
    return (await admin.call(propagations.device, { params: { id } })).data;
  };
  await held.fetch();
  await held.confirm();
  expect((await spread()).at.map((one) => [one.okm.name, one.stage])).toEqual([['North cabinet', 'works']]);
  await regroup(id, 'Shoes');
  expect((await admin.call(propagations.device, { params: { id } })).data.pending).toBe(true);
  expect((await spread()).at.map(({ stage }) => stage)).toEqual(['saved']);
  await held.fetch();
  expect((await spread()).at.map(({ stage }) => stage)).toEqual(['delivered']);
  await held.confirm();
  expect(await spread()).toMatchObject({ pending: false, at: [{ stage: 'works', removed: false }] });
});

test('a deactivated key is shown where it may still open, until its removal is confirmed', async () => {
  const { held } = okms[north];
  const body = { serial: serials.northPadlock, duration: 60, count: 3 };
  const { id } = await admin.call(secureKeys.create, { body });
  const sent = { email: 'guest@example.com', secure_key_ids: [id], notes: '' };
  const { data: invite } = await admin.call(invitations.create, { body: sent });
  await settle(portal);
  await held.fetch();
  await held.confirm();
  await admin.call(invitations.cancel, { params: { id: invite.id } });
  await settle(portal);
  const [left] = (await ofKey(id)).at;
  expect(left).toMatchObject({ stage: 'saved', removed: true });
  // the end of the key itself, earlier than that of the answer
  expect((Date.parse(left?.stillOpensUntil ?? '') - Date.now()) / 60_000).toBeCloseTo(60, 0);
  await held.fetch();
  await held.confirm();
  expect((await ofKey(id)).at).toEqual([]);
});

test('removed access may still open until the end that was handed out, or until the removal is confirmed', async () => {
  const { held } = okms[north];
  const id = await person(north);
  await settle(portal);
  await held.fetch();
  await held.confirm();
  await admin.call(profiles.update, { params: { id }, body: { tags: at(south) } });
  await settle(portal);
  const [before] = (await ofProfile(id)).at.filter(({ okm }) => okm.id === okms[north].id);
  expect(before).toMatchObject({ stage: 'saved', removed: true });
  expect((Date.parse(before?.stillOpensUntil ?? '') - Date.now()) / 3_600_000).toBeCloseTo(24, 0);
  await held.fetch();
  await held.confirm();
  expect((await ofProfile(id)).at.map(({ okm }) => okm.id)).toEqual([okms[south].id]);
});

test('shows only the OKMs within the caller’s locations', async () => {
  const id = await person(north);
  await owner.query(
    `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
     select v.tenant_id, $2, v.tag_definition_id, v.id from tag_value v where v.tenant_id = $1 and v.name = $3`,
    [tenants.demo, id, south],
  );
  await settle(portal);
  expect((await ofProfile(id)).at).toHaveLength(2);
  expect((await ofProfile(id, manager)).at.map(({ okm }) => okm.name)).toEqual(['North cabinet']);
});

/** Record independent of the server: the tick of each person's last change at each OKM, and that of the content of each OKM. */
type Snapshot = { tick: number; version: number; digest: string; epoch: number };
type Recorded = {
  changed: Map<string, { tick: number; present: boolean }>;
  fetched: number;
  confirmed: number;
  everFetched: boolean;
  holds: Snapshot;
  former: Snapshot[];
};

const rounds = nightly ? 1000 : 25;
test(`equals an independent record over ${rounds} random changes`, { timeout: 600_000 }, async () => {
  let seed = Number(process.env['SEED'] ?? 20_261_123);
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  const locationNames = [north, south] as const;
  const record = new Map<string, Recorded>();
  const people = new Map<string, string>();
  for (let n = 0; n < 6; n++) {
    const locationName = locationNames[n % 2] ?? north;
    people.set(await person(locationName), locationName);
  }
  const { context } = openOutbox(portal);
  const hasUnhashed = async () => (await owner.query('select from pin where verifier is null limit 1')).rowCount !== 0;
  // a run of the job ends after a time limit
  async function hashPins() {
    do await pinVerifiers.run({ tenantId: tenants.demo }, context);
    while (await hasUnhashed());
  }
  await hashPins();
  const body = { serial: serials.northPadlock, duration: 2880, count: 3 };
  const { id: key } = await admin.call(secureKeys.create, { body });
  await settle(portal);
  let tick = 0;
  for (const locationName of locationNames) {
    const { held: controller } = okms[locationName];
    await controller.fetch('all');
    await controller.confirm();
    const { version, digest, epoch } = controller;
    const holds = { tick, version, digest, epoch };
    const here = [...people].flatMap(([id, home]) => (home === locationName ? [id] : []));
    const held = [...here, ...(locationName === north ? [key] : [])];
    const changed = new Map(held.map((id) => [id, { tick, present: true }]));
    record.set(locationName, { changed, fetched: tick, confirmed: tick, everFetched: true, holds, former: [] });
  }
  const of = (locationName: string): Recorded => {
    const recorded = record.get(locationName);
    if (!recorded) throw new Error(`no record of ${locationName}`);
    return recorded;
  };
  const mark = (locationName: string, id: string, present: boolean) =>
    of(locationName).changed.set(id, { tick, present });

  type Change = (id: string, home: string) => Promise<unknown>;
  const update = (id: string, change: object) => admin.call(profiles.update, { params: { id }, body: change });
  const kept =
    (write: Change): Change =>
    async (id, home) => {
      await write(id, home);
      mark(home, id, true);
    };
  const changes: Change[] = [
    kept((id) => update(id, { name: `Renamed ${tick}` })),
    kept((id) => update(id, { valid_until: new Date(Date.UTC(2090, 0, 1, 0, 0, tick)).toISOString() })),
    kept(async (id) => {
      await admin.call(pins.reset, { params: { id } });
      await hashPins();
    }),
    async (id, home) => {
      const target = home === north ? south : north;
      await update(id, { tags: at(target) });
      people.set(id, target);
      mark(home, id, false);
      mark(target, id, true);
    },
    async () => {
      const present = !of(north).changed.get(key)?.present;
      await owner.query('update secure_key set uses = $2 where id = $1', [key, present ? 0 : 3]);
      mark(north, key, present);
    },
  ];
  async function changeOne() {
    const [id = '', home = north] = [...people][random(people.size)] ?? [];
    tick++;
    await changes[random(changes.length)]?.(id, home);
    await settle(portal);
  }
  async function fetchAt(locationName: (typeof locationNames)[number], how: 'changes' | 'all' = 'changes') {
    const { held } = okms[locationName];
    const recorded = of(locationName);
    recorded.former.push(recorded.holds);
    await held.fetch(how);
    recorded.holds = { tick, version: held.version, digest: held.digest, epoch: held.epoch };
    recorded.fetched = tick;
  }
  /** Confirms the present content, or an older state after a restart. */
  async function confirmAt(locationName: (typeof locationNames)[number], state: Snapshot, restarted: boolean) {
    const recorded = of(locationName);
    await okms[locationName].held.confirm(state);
    if (state.tick < recorded.confirmed) recorded.fetched = state.tick;
    recorded.confirmed = state.tick;
    if (restarted) await fetchAt(locationName, 'all');
  }
  async function compare() {
    for (const id of [...people.keys(), key]) {
      const expected = locationNames.flatMap((locationName) => {
        const { changed, fetched, confirmed } = of(locationName);
        const last = changed.get(id);
        if (!last) return [];
        const stage = last.tick <= confirmed ? 'works' : last.tick <= fetched ? 'delivered' : 'saved';
        return last.present || stage !== 'works'
          ? [`${locationName} ${stage} ${last.present ? 'held' : 'removed'}`]
          : [];
      });
      const { at: spread } = id === key ? await ofKey(id) : await ofProfile(id);
      const shown = spread.map(
        ({ okm, stage, removed }) =>
          `${okm.id === okms[north].id ? north : south} ${stage} ${removed ? 'removed' : 'held'}`,
      );
      expect(shown, `seed ${process.env['SEED'] ?? ''}, change ${tick}`).toEqual(expected);
    }
  }

  while (tick < rounds) {
    await changeOne();
    for (const locationName of locationNames) {
      const recorded = of(locationName);
      const what = random(10);
      // below 4 the OKM has lost contact; one that fetches need not confirm
      if (what >= 4) await fetchAt(locationName);
      if (what >= 7) await confirmAt(locationName, recorded.holds, false);
      // the OKM comes back with an older state
      const [old] = recorded.former.slice(-1 - random(3));
      if (what === 6 && old) await confirmAt(locationName, old, true);
    }
    await compare();
  }
});
