// Callers who may write roles or profiles try every call, three levels deep, alone and through the profiles they gain
// control of: no caller may end up with more than the granting caller had, counted as permissions at locations. Nor may a
// caller take a group from a device, or free its hardware from it, which opens it, without the rights to change the device.
import { groups } from '@keyward/contract/groups';
import { type PermissionId, permissionIds } from '@keyward/contract/permissions';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { nightly } from '#testing/nightly.ts';
import { north, south, tenants } from '#testing/people.ts';
import { type Answer, type Caller, openPortal } from '#testing/portal.ts';
import { allPermissions, permissions as catalogue } from './model.ts';
import type { Holds } from './resources/resource.ts';
import { type Attempt, openRestrictions, opened, type Restriction } from './restrictions.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { demo } = tenants;
const location = (await portal.as.admin.call(groups.definitions, {})).data.find((d) => d.is_location);
const storeId = (name: string) => location?.values.find((v) => v.name === name)?.id ?? '';
const group = await openRestrictions(portal, storeId);

/** The state that rights derive from. */
type State = {
  roles: { role_id: string; permission: string; value: string }[];
  held: { profile_id: string; role_id: string }[];
  locations: { profile_id: string; value_id: string }[];
  restrictions: Restriction[];
};
const read = async (): Promise<State> => {
  const { rows } = await owner.query<Omit<State, 'restrictions'>>(
    `select
      coalesce((select json_agg(json_build_object('role_id', role_id, 'permission', permission, 'value', value)
        order by role_id, permission) from role_permission where tenant_id = $1), '[]') as roles,
      coalesce((select json_agg(json_build_object('profile_id', profile_id, 'role_id', role_id)
        order by profile_id, role_id) from profile_role where tenant_id = $1), '[]') as held,
      coalesce((select json_agg(json_build_object('profile_id', profile_id, 'value_id', value_id)
        order by profile_id, value_id) from profile_tag where tenant_id = $1 and tag_definition_id = $2
          and value_id is not null), '[]') as locations`,
    [demo, location?.id],
  );
  const [rights] = rows;
  return { ...(rights ?? { roles: [], held: [], locations: [] }), restrictions: await group.read() };
};
/** Profiles and roles added in between stay, without rights. */
async function restore(state: State): Promise<void> {
  for (const table of ['role_permission', 'profile_role', 'profile_tag'])
    await owner.query(`delete from ${table} where tenant_id = $1`, [demo]);
  const from = (columns: string) => `json_to_recordset($2) as x(${columns})`;
  await owner.query(
    `insert into role_permission select $1, x.* from ${from('role_id uuid, permission text, value text')}`,
    [demo, JSON.stringify(state.roles)],
  );
  await owner.query(`insert into profile_role select $1, x.* from ${from('profile_id uuid, role_id uuid')}`, [
    demo,
    JSON.stringify(state.held),
  ]);
  await owner.query(
    `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
     select $1, x.profile_id, $3, x.value_id from ${from('profile_id uuid, value_id uuid')}`,
    [demo, JSON.stringify(state.locations), location?.id],
  );
  await group.restore(state.restrictions);
}

const rank = (permission: string, value: string) => (catalogue[permission]?.indexOf(value as 'READ') ?? -1) + 1;
/** 'permission level@location', and once for the tenant: some permissions are not bound to locations. */
function rightsIn(state: State): Map<string, Set<string>> {
  const out = new Map<string, Set<string>>();
  const all = state.held.flatMap((h) =>
    state.roles.filter((r) => r.role_id === h.role_id).map((r) => ({ ...r, profile: h.profile_id })),
  );
  for (const { profile, permission, value } of all) {
    const own = all.some((r) => r.profile === profile && r.permission === 'ALL-DATA-ACCESS')
      ? [storeId(north), storeId(south), 'nowhere']
      : state.locations.filter((p) => p.profile_id === profile).map((p) => p.value_id);
    const rights = out.get(profile) ?? new Set();
    for (const level of (catalogue[permission] ?? []).slice(0, rank(permission, value)))
      for (const scope of ['the tenant', ...own]) rights.add(`${permission} ${level}@${scope}`);
    out.set(profile, rights);
  }
  return out;
}
/** Roles belong to the tenant: changing a role's permissions grants them wherever it is held (docs/decisions/0022). */
const wherever = (right: string) => right.replace(/@.*/, '@the tenant');

async function newRole(holds: Holds): Promise<string> {
  const id = randomUUID();
  await owner.query('insert into role (tenant_id, id, name) values ($1, $2, $3)', [demo, id, id.slice(0, 30)]);
  for (const [permission, level] of Object.entries(holds))
    await owner.query('insert into role_permission values ($1, $2, $3, $4)', [demo, id, permission, level]);
  return id;
}
async function newPerson(name: string, held: readonly string[], stores: readonly string[]): Promise<string> {
  const id = randomUUID();
  await owner.query('insert into profile (tenant_id, id, name, username) values ($1, $2, $3, $4)', [
    demo,
    id,
    name,
    id,
  ]);
  for (const role of held) await owner.query('insert into profile_role values ($1, $2, $3)', [demo, id, role]);
  for (const store of stores)
    await owner.query(
      'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
      [demo, id, location?.id, storeId(store)],
    );
  return id;
}

const at = (store: string) => [{ tagId: location?.id ?? '', values: [store] }];
let made = 0;
const takeOver = () => ({ email: `taken.${made++}@demo.example`, sendPasswordResetEmail: true });

function attempts(world: { people: string[]; roles: string[] }): Attempt[] {
  const onPeople = world.people.flatMap((id, i): Attempt[] => [
    ...world.roles.map((role, r) => ({
      name: `gives role ${r} to person ${i}`,
      call: (as: Caller) => as.request(profiles.update, { params: { id }, body: { roles: [role] } }),
    })),
    {
      name: `gives all roles to person ${i}`,
      call: (as) => as.request(profiles.update, { params: { id }, body: { roles: world.roles } }),
    },
    ...[north, south].map((store) => ({
      name: `moves person ${i} to ${store}`,
      call: (as: Caller) => as.request(profiles.update, { params: { id }, body: { tags: at(store) } }),
    })),
    {
      name: `takes person ${i} over`,
      standsFor: id,
      call: (as) => as.request(profiles.update, { params: { id }, body: takeOver() }),
    },
  ]);
  const adding = [[], ...world.roles.map((role) => [role])].flatMap((held, r): Attempt[] =>
    [undefined, south].map((store) => ({
      name: `adds a profile with role ${r - 1} at ${store ?? 'their own location'}`,
      adds: true as const,
      call: (as: Caller) => {
        const username = `made.${made++}`;
        const body = { name: 'Made', username, ...(held.length ? { roles: held } : {}) };
        return as.request(profiles.create, { body: { ...body, ...(store ? { tags: at(store) } : {}) } });
      },
    })),
  );
  const wishes: PermissionId[] = ['ALL-DATA-ACCESS', 'USERS', 'ROLES', 'DEVICES', 'ASSIGN-ROLES'];
  const value = (id: PermissionId) => (catalogue[id]?.includes('EDIT') ? ('EDIT' as const) : ('TRUE' as const));
  const onRoles = world.roles.flatMap((id, r) =>
    wishes.map((wish): Attempt => ({
      name: `puts ${wish} into role ${r}`,
      ofRole: true,
      call: (as) =>
        as.request(roles.update, { params: { id }, body: { permissions: [{ id: wish, value: value(wish) }] } }),
    })),
  );
  return [...onPeople, ...adding, ...onRoles, ...group.attempts];
}

const manager: Holds = { USERS: 'EDIT', DEVICES: 'EDIT', 'EVENT-STORE': 'READ', 'ASSIGN-ACCESS-GROUPS': 'TRUE' };
/** The attackers; two profiles with the same rights may cooperate. */
const weak: Record<string, { holds: Holds; stores: string[] }> = {
  'USERS edit': { holds: { USERS: 'EDIT' }, stores: [north] },
  'USERS edit and ASSIGN-ROLES': { holds: { USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE' }, stores: [north] },
  'USERS edit, ASSIGN-ROLES and ASSIGN-ACCESS-GROUPS at two stores': {
    holds: { USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE', 'ASSIGN-ACCESS-GROUPS': 'TRUE' },
    stores: [north, south],
  },
  'ROLES edit': { holds: { ROLES: 'EDIT', USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE' }, stores: [north] },
  'ROLES edit alone': { holds: { ROLES: 'EDIT' }, stores: [north] },
  'DEVICES edit alone': { holds: { DEVICES: 'EDIT' }, stores: [north] },
  'DEVICES edit and ASSIGN-ACCESS-GROUPS': {
    holds: { DEVICES: 'EDIT', 'ASSIGN-ACCESS-GROUPS': 'TRUE' },
    stores: [north],
  },
  'ACCESS-GROUP-TAGS edit alone': { holds: { 'ACCESS-GROUP-TAGS': 'EDIT' }, stores: [north, south] },
  'ACCESS-GROUP-TAGS edit, DEVICES edit and ASSIGN-ACCESS-GROUPS at one store': {
    holds: { 'ACCESS-GROUP-TAGS': 'EDIT', DEVICES: 'EDIT', 'ASSIGN-ACCESS-GROUPS': 'TRUE' },
    stores: [north],
  },
  'a manager at one store': { holds: manager, stores: [north] },
  'a manager who sees everything': { holds: { ...manager, 'ALL-DATA-ACCESS': 'TRUE' }, stores: [] },
};

/** The attackers with the most calls, which run at night only. */
const many = new Set([
  'USERS edit, ASSIGN-ROLES and ASSIGN-ACCESS-GROUPS at two stores',
  'a manager who sees everything',
]);

const depth = nightly ? 3 : 2;
/** States to continue from in each round: those with new rights. */
const width = 8;
const empty: ReadonlySet<string> = new Set();
const rightsOf = (rights: ReturnType<typeof rightsIn>, id: string) => [...(rights.get(id) ?? empty)].toSorted();
/** A caller who adds a profile may set its password. */
const newcomer = ({ status, body }: Answer) =>
  status === 201 ? (body as { data: { id: string } }).data.id : undefined;

test.each(Object.entries(weak).filter(([who]) => nightly || !many.has(who)))(
  'no caller gains rights: %s',
  async (_who, { holds, stores }) => {
    await restore({ roles: [], held: [], locations: [], restrictions: group.restrictions });
    const own = await newRole(holds);
    const plain = await newRole({ DEVICES: 'READ', 'EVENT-STORE': 'READ' });
    const strong = await newRole(allPermissions);
    const devices = await newRole({ DEVICES: 'EDIT' });
    const self = await newPerson('Self', [own], stores);
    const clerk = await newPerson('Clerk', [plain], [north]);
    const boss = await newPerson('Boss', [strong], [north]);
    const both = await newPerson('Both', [plain], [north, south]);
    const specialist = await newPerson('Specialist', [devices], [north]);
    const spare = await newPerson('Spare', [], [north, south]);
    const world = { people: [self, clerk, boss, both, specialist, spare], roles: [own, plain, strong, devices] };
    const all = attempts(world);
    const callers = new Map<string, Caller>();
    const as = async (id: string) => {
      const seen = callers.get(id) ?? (await portal.signIn(id));
      callers.set(id, seen);
      return seen;
    };

    const wrong: string[] = [];
    const seen = new Set<string>();
    let tried = 0;
    let succeeded = 0;
    let round = [{ state: await read(), team: [self], path: '' }];
    const keyOf = (team: string[], rights: ReturnType<typeof rightsIn>) =>
      JSON.stringify([team.slice(1), world.people].map((ids) => ids.map((id) => rightsOf(rights, id))));
    for (const { state, team } of round) seen.add(keyOf(team, rightsIn(state)));
    for (let i = 0; i < depth; i++) {
      const next: typeof round = [];
      for (const { state, team, path } of round) {
        const before = rightsIn(state);
        for (const actor of team) {
          const hands = before.get(actor) ?? empty;
          await restore(state);
          for (const { name, call, standsFor, ofRole, adds } of all) {
            tried++;
            const answer = await call(await as(actor));
            expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
            if (answer.status >= 300) continue;
            succeeded++;
            const line = `${path}${world.people.indexOf(actor)} ${name}`;
            const after = await read();
            const rights = rightsIn(after);
            for (const [profile, has] of rights)
              for (const right of has) {
                const mine = hands.has(ofRole ? wherever(right) : right);
                if (!before.get(profile)?.has(right) && !mine) wrong.push(`${line}: ${right} comes to ${profile}`);
              }
            for (const { location: restricted, name: device } of opened(state.restrictions, after.restrictions)) {
              const may = ['DEVICES EDIT', 'ASSIGN-ACCESS-GROUPS TRUE'].every((right) =>
                hands.has(`${right}@${restricted}`),
              );
              if (!may) wrong.push(`${line}: ${device} is opened`);
            }
            const more = standsFor ? [...(rights.get(standsFor) ?? [])].filter((right) => !hands.has(right)) : [];
            if (more.length) wrong.push(`${line}: and with it ${more.join(', ')}`);
            const joining = standsFor ?? (adds ? newcomer(answer) : undefined);
            const joined = joining && !team.includes(joining) ? [...team, joining] : team;
            const key = keyOf(joined, rights);
            if (!seen.has(key)) next.push({ state: after, team: joined, path: `${line}, ` });
            seen.add(key);
            if (!isDeepStrictEqual(after, state)) await restore(state);
          }
        }
      }
      // first those that can gain control of more profiles
      round = next.toSorted((a, b) => b.team.length - a.team.length).slice(0, width);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(all.length - 1);
    console.log(`${_who}: ${tried} calls, ${succeeded} done, ${seen.size} states`);
  },
  120_000,
);

test('the walk covers every permission', () => {
  expect(new Set(Object.keys(allPermissions))).toEqual(new Set(permissionIds));
});
