// Only in-product administrators change one of them (docs/decisions/0117): a caller with the same roles at the same
// locations tries every call that touches a profile.
import { type BulkChange, bulkChanges } from '@keyward/contract/bulk-changes';
import { devices } from '@keyward/contract/devices';
import { areas, endpoints } from '@keyward/contract/endpoints';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { deletions } from '@keyward/contract/deletions';
import type { ErrorReply } from '@keyward/contract/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '#testing/controllers.ts';
import { north, serials, south } from '#testing/people.ts';
import { type Answer, type Caller, openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
const appoint = (id: string) => owner.query('update profile set is_keyward_admin = true where id = $1', [id]);

const { data: definitions } = await admin.call(groups.definitions, {});
const tagId = (label: string) => definitions.find((one) => one.label === label)?.id ?? '';
const { data: allRoles } = await admin.call(roles.list, {});
const roleId = (name: string) => allRoles.find((role) => role.name === name)?.id ?? '';
const all = ['Admin', 'OKM user'].map(roleId);
const at = (...values: string[]) => [{ tagId: tagId('Location'), values }];

let made = 0;
const add = async (name: string) => {
  const username = `${name}.${made++}`;
  const body = { name, username, email: `${username}@demo.example`, roles: all, tags: at(north) };
  return (await admin.call(profiles.create, { body })).data.id;
};
const { data: self } = await admin.call(profiles.list, { query: { username: 'admin' } });
const adminId = self[0]?.id ?? '';
await admin.call(profiles.update, { params: { id: adminId }, body: { roles: all } });
await appoint(adminId);
const attackerId = await add('Attacker');
const attacker = await portal.signIn(attackerId);

let victim = '';
beforeEach(async () => {
  victim = await add('Victim');
  await appoint(victim);
});
const params = () => ({ params: { id: victim } });

type Attempt = {
  /** Preparation by an in-product administrator; the result is passed to `call`. */
  before?: () => Promise<string>;
  call: (as: Caller, before: string) => Promise<Answer>;
  /** The expected error code, if not `keywardAdminKept`. */
  code?: string;
};
const updates = (body: object): Attempt => ({ call: (as) => as.request(profiles.update, { ...params(), body }) });
const applies = (change: BulkChange): Attempt => ({
  call: (as) => as.request(bulkChanges.apply, { body: { rows: { ids: [victim] }, change } }),
});
const applied = async (change: BulkChange) =>
  (await admin.call(bulkChanges.apply, { body: { rows: { ids: [victim] }, change } })).data.id ?? '';
const undoes = (change: BulkChange): Attempt => ({
  before: () => applied(change),
  call: (as, id) => as.request(bulkChanges.undo, { params: { id } }),
});
const giveEditor: BulkChange = { kind: 'roles', give: [roleId('Editor')], take: [] };
const later = '2100-01-01T10:00:00.000Z';

/** By endpoint; each succeeds for an in-product administrator. */
const attempts: Record<string, Record<string, Attempt>> = {
  'profiles.update': {
    name: updates({ name: 'Taken' }),
    'profile ID': updates({ username: 'taken' }),
    'e-mail address': updates({ email: 'taken.1@demo.example' }),
    'no e-mail address': updates({ email: null }),
    password: updates({ password: 'Taken-over-1', isPasswordTemporary: true }),
    'reset link': updates({ sendPasswordResetEmail: true }),
    'e-mail address and reset link': updates({ email: 'taken.2@demo.example', sendPasswordResetEmail: true }),
    beginning: updates({ valid_from: later }),
    end: updates({ valid_until: later }),
    'more roles': updates({ roles: [...all, roleId('Editor')] }),
    'fewer roles': updates({ roles: [roleId('OKM user')] }),
    'no role': updates({ roles: [] }),
    location: updates({ tags: at(south) }),
    off: { ...updates({ disabled: true }), code: 'activeNotAllowed' },
  },
  'profiles.remove': { '': { call: (as) => as.request(profiles.remove, params()) } },
  'profiles.removeMany': { '': { call: (as) => as.request(profiles.removeMany, { body: { ids: [victim] } }) } },
  'profiles.end': { '': { call: (as) => as.request(profiles.end, { body: { ids: [victim] } }) } },
  'bulkChanges.apply': {
    'give a role': applies(giveEditor),
    'take a role': applies({ kind: 'roles', give: [], take: [roleId('Admin')] }),
    location: applies({ kind: 'tag', tagId: tagId('Location'), give: [south], take: [] }),
    'reset link': applies({ kind: 'sendReset' }),
    off: { ...applies({ kind: 'active', disabled: true }), code: 'activeNotAllowed' },
  },
  'bulkChanges.undo': {
    roles: undoes(giveEditor),
    location: undoes({ kind: 'tag', tagId: tagId('Location'), give: [south], take: [] }),
    off: { ...undoes({ kind: 'active', disabled: true }), code: 'activeNotAllowed' },
    end: {
      before: async () => (await admin.call(profiles.end, { body: { ids: [victim] } })).data.id ?? '',
      call: (as, id) => as.request(bulkChanges.undo, { params: { id } }),
    },
  },
  'pins.show': { '': { call: (as) => as.request(pins.show, params()) } },
  'pins.reset': { '': { call: (as) => as.request(pins.reset, params()) } },
};

/** Writes of these areas that are no attempts, and why. */
const others: Record<string, string> = {
  'profiles.create': 'adds another profile, which is never one',
  'profiles.losses': 'counts',
  'bulkChanges.preview': 'previews: below',
  'pins.export': 'leaves the PIN out: below',
  'pins.resetHeld': 'leaves the PIN as it is: below',
  'deletions.restoreDevice': 'is about devices',
  'deletions.restoreUser': 'adds a profile that is none: below',
  ...Object.fromEntries(Object.keys(areas.imports).map((name) => [`imports.${name}`, 'is theirs: import.test.ts'])),
};

const codeOf = ({ body }: Answer) => (body as ErrorReply).errors[0]?.code;
const list = Object.entries(attempts).flatMap(([name, variants]) =>
  Object.entries(variants).map(([variant, attempt]) => [`${name} ${variant}`.trim(), attempt] as const),
);

test.each(list)(
  '%s is refused without effect, and an in-product administrator may do it',
  async (_name, { before, call, code }) => {
    const prepared = (await before?.()) ?? '';
    const untouched = await stateOf(portal.database);
    const answer = await call(attacker, prepared);
    expect([answer.status, codeOf(answer)]).toEqual([403, code ?? 'keywardAdminKept']);
    expect(await stateOf(portal.database)).toEqual(untouched);
    // the attempt could have succeeded
    const done = await call(admin, prepared);
    expect(done.status, done.text).toBeLessThan(300);
  },
);

test('every write of a profile is among the attempts or a named exception', () => {
  const specs = Object.entries(endpoints).filter(([name]) =>
    ['profiles', 'pins', 'bulkChanges', 'imports', 'deletions'].includes(name.split('.')[0] ?? ''),
  );
  const writes = specs.filter(([, { method, writes: has }]) => method !== 'GET' || has).map(([name]) => name);
  const named = [...Object.keys(attempts), ...Object.keys(others)];
  expect(writes.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !(name in endpoints))).toEqual([]);
});

test('a preview shows the refusal; a selection with such a profile is refused as a whole', async () => {
  const plain = await add('Plain');
  const body = { rows: { ids: [plain, victim] }, change: giveEditor };
  const { data } = await attacker.call(bulkChanges.preview, { body });
  expect(data).toMatchObject({ changed: 1, refusals: 1, refused: [{ id: victim, code: 'keywardAdminKept' }] });
  expect(await attacker.refused(bulkChanges.apply, { body })).toMatchObject({
    code: 'keywardAdminKept',
    constraint: victim,
  });
  expect(await attacker.refused(profiles.removeMany, { body: { ids: [plain, victim] } })).toMatchObject({
    code: 'keywardAdminKept',
    constraint: victim,
  });
});

describe('the PIN', () => {
  test('is left out of an export', async () => {
    for (const id of [attackerId, adminId])
      await owner.query(
        `insert into confirmation (tenant_id, session_id, act, expires_at)
         select tenant_id, id, 'exportPins', now() + interval '5 minutes' from session where profile_id = $1`,
        [id],
      );
    const body = { reason: 'Test', filterData: { id: victim } };
    const file = async (as: Caller) => (await as.request(pins.export, { body })).text.trimEnd().split('\r\n')[1];
    expect(await file(attacker)).toMatch(/^"Victim",.*,""$/);
    expect(await file(admin)).toMatch(/^"Victim",.*,"\d{5,}"$/);
  });

  test('is not among the PINs of a stolen OKM that others can reset', async () => {
    const okm = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
    const { token } = await issueToken(admin, okm);
    await settle(portal);
    await portal.controller(token).call(gateway.access, {});
    const setAt = async () =>
      (await owner.query<{ at: string }>('select set_at::text as at from pin where profile_id = $1', [victim])).rows;
    const before = await setAt();
    const { held, resettable } = (await attacker.call(pins.held, { params: { id: okm } })).data;
    expect(held).toBeGreaterThan(resettable);
    expect((await admin.call(pins.held, { params: { id: okm } })).data).toEqual({ held, resettable: held });
    await attacker.call(pins.resetHeld, { params: { id: okm } });
    expect(await setAt()).toEqual(before);
    await admin.call(pins.resetHeld, { params: { id: okm } });
    expect(await setAt()).not.toEqual(before);
  });
});

test('a deleted in-product administrator is restored as an ordinary profile', async () => {
  await admin.call(profiles.remove, params());
  const { data } = await attacker.call(deletions.restoreUser, params());
  expect(data.isKeywardAdmin).toBe(false);
});

test('the right to assign groups covers those of an in-product administrator, whom the list marks', async () => {
  const tags = [{ tagId: tagId('Department'), values: ['Toys'] }];
  await attacker.call(profiles.update, { ...params(), body: { name: 'Victim', tags } });
  const { data } = await attacker.call(profiles.list, { query: { id: victim } });
  expect(data).toMatchObject([{ id: victim, isKeywardAdmin: true, tagValues: ['Toys'] }]);
});
