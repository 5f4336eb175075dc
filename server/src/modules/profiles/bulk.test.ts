import { activity } from '@keyward/contract/activity';
import { type BulkChange, bulkChanges } from '@keyward/contract/bulk-changes';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import type { Caller } from '#testing/portal.ts';
import { openBulk } from './bulk.testing.ts';

const { portal, definitions, roleId, add, at, get, apply, preview, refused, undo, giveRole } = await openBulk();
const { admin, manager, editor } = portal.as;
const owner = portal.database.system;
const location = definitions.find((d) => d.is_location)?.id ?? '';
const department = definitions.find((d) => d.label === 'Department')?.id ?? '';

const rolesOf = async (id: string) => (await get(id)).roles.map((role) => role.name);
const valuesOf = async (id: string, tag: string) => (await get(id)).tags.find((t) => t.tagId === tag)?.values ?? [];
const undoRefused = (id: string | null, by: Caller = admin) =>
  by.refused(bulkChanges.undo, { params: { id: id ?? '' } });
const tagged = (tagId: string, give: string[], take: string[] = []): BulkChange => ({ kind: 'tag', tagId, give, take });

describe('roles', () => {
  test('are assigned and removed; each changed profile has one event, the others none', async () => {
    const [one, two] = [await add(at(north)), await add({ ...at(south), roles: [roleId('Store clerk')] })];
    const change: BulkChange = { kind: 'roles', give: [roleId('Store clerk')], take: [roleId('User')] };
    expect(await preview([one, two], change)).toMatchObject({
      changed: 1,
      unchanged: 1,
      gaining: 1,
      losing: 0,
      refusals: 0,
    });
    expect(await rolesOf(one)).toEqual([]);
    expect(await apply([one, two], change)).toMatchObject({ changed: 1 });
    expect(await rolesOf(one)).toEqual(['Store clerk']);
    const { data: events } = await admin.call(activity.list, {
      query: { event: 'MODIFY_USER', entity_id: `${one},${two}` },
    });
    expect(events.map(({ entity_id: id, description }) => [id, description.changes])).toEqual([
      [one, [{ attribute: 'roles', oldValue: null, newValue: 'Store clerk' }]],
    ]);
    expect(await get(one)).toMatchObject({ version: 2 });
    expect(await get(two)).toMatchObject({ version: 1 });
  });

  test('the preview names each person with the permissions they gain and lose', async () => {
    const person = await add({ ...at(north), roles: [roleId('Store clerk')] });
    const { people, losing } = await preview([person], { kind: 'roles', give: [], take: [roleId('Store clerk')] });
    expect(losing).toBe(1);
    expect(people).toMatchObject([
      { id: person, values: [{ attribute: 'roles', oldValue: 'Store clerk', newValue: null }] },
    ]);
    expect(people[0]?.changes).toContainEqual({ id: 'USERS', before: 'READ', after: 'NONE', gained: false });
  });

  test('with more rights than the actor holds are neither assigned nor removed', async () => {
    const person = await add(at(north));
    const change = giveRole('Admin');
    expect(await refused([person], change, manager)).toMatchObject({ status: 403, constraint: person });
    expect(await preview([person], change, manager)).toMatchObject({
      changed: 0,
      refusals: 1,
      refused: [{ id: person }],
    });
    expect(await rolesOf(person)).toEqual([]);
  });

  test('one profile that is refused stops the whole change', async () => {
    const [own, boss] = [await add(at(north)), await add({ ...at(north), roles: [roleId('Admin')] })];
    const change: BulkChange = { kind: 'roles', give: [], take: [roleId('Admin')] };
    expect(await refused([own, boss], change, manager)).toMatchObject({ constraint: boss });
    expect(await rolesOf(boss)).toEqual(['Admin']);
    const unknown = randomUUID();
    expect(await refused([own, unknown], giveRole('User'))).toMatchObject({ status: 404, constraint: unknown });
    expect(await rolesOf(own)).toEqual([]);
  });

  test('a locked role keeps its last holder', async () => {
    const admins = await admin.call(profiles.list, { query: { 'role.name': 'Admin' } });
    const ids = admins.data.map(({ id }) => id);
    expect(await refused(ids, { kind: 'roles', give: [], take: [roleId('Admin')] })).toMatchObject({
      code: 'lastHolder',
    });
    expect((await admin.call(profiles.list, { query: { 'role.name': 'Admin' } })).total_results).toBe(ids.length);
  });

  test('an unknown role and an empty change are refused', async () => {
    const person = await add(at(north));
    expect(await refused([person], { kind: 'roles', give: [randomUUID()], take: [] })).toMatchObject({
      code: 'unknownRole',
    });
    expect(await refused([person], { kind: 'roles', give: [], take: [] })).toMatchObject({ status: 400 });
  });
});

describe('groups and the location', () => {
  test('values are added to and removed from what each profile has', async () => {
    const toys = await add({ tags: [{ tagId: department, values: ['Toys'] }] });
    const everything = await add({ tags: [{ tagId: department, values: ['*'] }] });
    await apply([toys, everything], tagged(department, ['Shoes'], ['Toys']));
    expect(await valuesOf(toys, department)).toEqual(['Shoes']);
    expect(await valuesOf(everything, department)).toEqual(['Shoes', 'Phones']);
    await apply([toys, everything], tagged(department, ['*']));
    expect(await valuesOf(toys, department)).toEqual(['*']);
    await apply([toys], tagged(department, [], ['*']));
    expect(await valuesOf(toys, department)).toEqual([]);
  });

  test('a new location replaces the former one', async () => {
    const person = await add(at(north));
    await apply([person], tagged(location, [south]));
    expect(await valuesOf(person, location)).toEqual([south]);
    expect(await refused([person], tagged(location, [north, south]))).toMatchObject({ code: 'oneLocation' });
  });

  test('need the right to assign groups, and are limited to the actor’s own locations', async () => {
    const person = await add(at(north));
    expect(await refused([person], tagged(department, ['Toys']), editor)).toMatchObject({ code: 'cannotAssignGroups' });
    expect(await refused([person], tagged(location, [south]), manager)).toMatchObject({ code: 'locationNotAllowed' });
    expect(await refused([person], tagged(department, ['Boats']))).toMatchObject({ code: 'unknownTagValue' });
    expect(await refused([person], tagged(randomUUID(), ['Toys']))).toMatchObject({ code: 'unknownTag' });
  });
});

describe('reset instructions', () => {
  test('are mailed to each; one profile without an address sends none', async () => {
    const [one, two] = [await add({ email: 'bulk.one@example.com' }), await add({ email: 'bulk.two@example.com' })];
    const nowhere = await add();
    const mails = async () =>
      (await owner.query(`select from mail where kind = 'resetPassword' and recipient like 'bulk.%'`)).rowCount;
    expect(await preview([one, two, nowhere], { kind: 'sendReset' })).toMatchObject({
      mails: 2,
      refused: [{ id: nowhere, code: 'emailRequired' }],
    });
    expect(await refused([one, nowhere], { kind: 'sendReset' })).toMatchObject({ constraint: nowhere });
    expect(await mails()).toBe(0);
    expect(await apply([one, two], { kind: 'sendReset' })).toEqual({ changed: 2, id: null });
    expect(await mails()).toBe(2);
  });

  test('are sent once when the call is repeated; the repeat gets the same count, also if no profile changed', async () => {
    const person = await add({ email: 'repeated@example.com' });
    const twice = async (change: BulkChange) => {
      const keyed = admin.with({ 'idempotency-key': randomUUID() });
      return [await apply([person], change, keyed), await apply([person], change, keyed)];
    };
    const reply = (changed: number) => ({ changed, id: null });
    expect(await twice({ kind: 'sendReset' })).toEqual([reply(1), reply(1)]);
    const { rowCount } = await owner.query(`select from mail where recipient = 'repeated@example.com'`);
    expect(rowCount).toBe(1);
    expect(await twice(tagged(department, [], ['Toys']))).toEqual([reply(0), reply(0)]);
  });

  test('are a welcome link if the validity is ahead, and refused if a link would not work', async () => {
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const begins = await add({ email: 'reset.begins@example.com', valid_from: tomorrow });
    const [inactive, ended] = [
      await add({ email: 'reset.inactive@example.com' }),
      await add({ email: 'reset.ended@example.com' }),
    ];
    await owner.query('update profile set disabled = true where id = $1', [inactive]);
    await owner.query(`update profile set valid_until = now() - interval '1 minute' where id = $1`, [ended]);
    expect(await preview([begins, inactive, ended], { kind: 'sendReset' })).toMatchObject({
      mails: 1,
      refusals: 2,
      refused: [
        { id: inactive, code: 'linkWouldNotWork' },
        { id: ended, code: 'linkWouldNotWork' },
      ],
    });
    expect(await refused([begins, ended], { kind: 'sendReset' })).toMatchObject({
      code: 'linkWouldNotWork',
      constraint: ended,
    });
    expect(await apply([begins], { kind: 'sendReset' })).toMatchObject({ changed: 1 });
    const { rows } = await owner.query<{ kind: string }>(`select kind from mail where recipient like 'reset.%'`);
    expect(rows).toEqual([{ kind: 'firstPassword' }]);
  });
});

describe('undoing', () => {
  test('restores what each profile had, once, with an event each', async () => {
    const [one, two] = [await add({ roles: [roleId('User')] }), await add()];
    const { id } = await apply([one, two], giveRole('Store clerk'));
    expect(await undo(id)).toMatchObject({ changed: 2 });
    expect([await rolesOf(one), await rolesOf(two)]).toEqual([['User'], []]);
    const { data: events } = await admin.call(activity.list, { query: { event: 'MODIFY_USER', entity_id: two } });
    expect(events).toHaveLength(2);
    expect(await undoRefused(id)).toMatchObject({ status: 409, code: 'undoEnded' });
  });

  test('is refused as a whole when a profile has changed since, naming the author', async () => {
    const [one, two] = [await add(), await add()];
    const { id } = await apply([one, two], giveRole('Store clerk'));
    await owner.query(`update profile set version = version + 1, updated_by = 'Ed Editor' where id = $1`, [two]);
    expect(await undoRefused(id)).toMatchObject({ code: 'changedSince', constraint: two, params: { by: 'Ed Editor' } });
    expect(await rolesOf(one)).toEqual(['Store clerk']);
    // the change stays undoable, in case the other change is reverted by hand
    expect(await undoRefused(id)).toMatchObject({ code: 'changedSince' });
  });

  test('depends on the rights of the actor who undoes it', async () => {
    const person = await add(at(north));
    const { id } = await apply([person], giveRole('Admin'));
    expect(await undoRefused(id, manager)).toMatchObject({ code: 'cannotAssignRoles', constraint: person });
    expect(await undoRefused(id, portal.as.harborAdmin)).toMatchObject({ code: 'notFound' });
    expect(await rolesOf(person)).toEqual(['Admin']);
  });

  test('is refused when a profile was deleted, and after 30 days', async () => {
    const [kept, gone] = [await add(), await add()];
    const first = await apply([kept, gone], giveRole('User'));
    await admin.call(profiles.remove, { params: { id: gone } });
    expect(await undoRefused(first.id)).toMatchObject({ code: 'notFound', constraint: gone });
    const old = await apply([kept], giveRole('Store clerk'));
    const madeBefore = (days: number) =>
      owner.query('update bulk_change set created_at = now() - make_interval(days => $2) where id = $1', [
        old.id,
        days,
      ]);
    await madeBefore(31);
    expect(await undoRefused(old.id)).toMatchObject({ code: 'undoEnded' });
    await madeBefore(29);
    expect(await undo(old.id)).toMatchObject({ changed: 1 });
  });

  test('is offered by the event of each profile until it is done', async () => {
    const [one, two] = [await add(at(north)), await add(at(south))];
    const { id } = await apply([one, two], giveRole('User'));
    const eventOf = async (entity: string) =>
      (await admin.call(activity.list, { query: { event: 'MODIFY_USER', entity_id: entity } })).data[0]?.id ?? '';
    const offered = async (as: Caller, event: string) =>
      (await as.call(bulkChanges.ofEvent, { query: { event } })).data;
    const event = await eventOf(one);
    expect(await offered(admin, event)).toEqual([{ id, profiles: 2 }]);
    expect(await offered(manager, await eventOf(two))).toEqual([]);
    expect(await offered(admin, randomUUID())).toEqual([]);
    await undo(id);
    expect(await offered(admin, event)).toEqual([]);
  });

  test('the end of several profiles restores the dates of each', async () => {
    const until = new Date(Date.now() + 9 * 24 * 3600_000).toISOString();
    const [one, two] = [await add(at(north)), await add({ ...at(north), valid_until: until })];
    const { data } = await admin.call(profiles.end, { body: { ids: [one, two] } });
    expect(data).toMatchObject({ changed: 2 });
    expect(await undo(data.id)).toMatchObject({ changed: 2 });
    const datesOf = async (id: string) => (await admin.call(profiles.get, { params: { id } })).data.valid_until;
    expect([await datesOf(one), await datesOf(two)]).toEqual([null, until]);
  });

  test('leaves a profile without a value of a group required since, and without a location where the rights allow it', async () => {
    const [one, two] = [await add(), await add({ tags: [{ tagId: department, values: ['Toys'] }] })];
    const third = await add();
    const { data: team } = await admin.call(groups.create, {
      body: { label: 'Team', type: 1, values: ['A'], objects: [{ type: 'users' }] },
    });
    const shoes = await apply([one, two], tagged(department, ['Shoes'], ['Toys']));
    const objects = [{ type: 'users' as const, required: true }];
    await admin.call(groups.update, { params: { id: team.id }, body: { objects } });
    // no value of the required group was changed, so it is not required here
    expect(await undo(shoes.id)).toMatchObject({ changed: 2 });
    expect([await valuesOf(one, department), await valuesOf(two, department)]).toEqual([[], ['Toys']]);

    const given = await apply([one, two], tagged(team.id, ['A']));
    expect(await refused([one], tagged(team.id, [], ['A']))).toMatchObject({ code: 'tagRequired' });
    expect(await undo(given.id)).toMatchObject({ changed: 2 });
    expect([await valuesOf(one, team.id), await valuesOf(two, team.id)]).toEqual([[], []]);

    await apply([third], tagged(team.id, ['A']));
    const placed = await apply([third], tagged(location, [north]));
    expect(await undoRefused(placed.id, manager)).toMatchObject({ code: 'locationNotAllowed', constraint: third });
    expect(await undo(placed.id)).toMatchObject({ changed: 1 });
    expect(await valuesOf(third, location)).toEqual([]);
    await admin.call(groups.remove, { params: { id: team.id } });
  });

  test('by a caller to whom none of the profiles is visible is answered like an unknown change', async () => {
    const { id } = await apply([await add(at(south))], giveRole('User'));
    const asked = async (unknown: string) =>
      (await manager.request(bulkChanges.undo, { params: { id: unknown } })).body;
    expect(await asked(id ?? '')).toEqual(await asked(randomUUID()));
  });

  test('takes effect once in five concurrent calls', async () => {
    const person = await add();
    const { id } = await apply([person], giveRole('User'));
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => admin.request(bulkChanges.undo, { params: { id: id ?? '' } })),
    );
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409', '409']);
    expect(await rolesOf(person)).toEqual([]);
  });
});

test('a thousand profiles that a query selects are changed in one call', async () => {
  await owner.query(
    `insert into profile (tenant_id, name, username) select $1, 'Many ' || n, 'many.' || n from generate_series(1, 1000) n`,
    [tenants.demo],
  );
  const rows = { filterData: { search: 'many.' }, count: 1000 };
  const change: BulkChange = { kind: 'roles', give: [roleId('User'), roleId('Store clerk')], take: [] };
  const { data } = await admin.call(bulkChanges.apply, { body: { rows, change } });
  expect(data.changed).toBe(1000);
  expect(await undo(data.id)).toMatchObject({ changed: 1000 });
  expect((await admin.call(profiles.list, { query: { search: 'many.', 'role.name': 'User' } })).total_results).toBe(0);
});
