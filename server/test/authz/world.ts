// Creates the model's callers and targets in a portal.
import { groups } from '@keyward/contract/groups';
import { randomUUID } from 'node:crypto';
import { newSecret } from '#core/auth/secrets.ts';
import { createSession } from '#core/auth/session.ts';
import { tenants } from '#testing/people.ts';
import { Caller, type Portal } from '#testing/portal.ts';
import { allPermissions, people, type Principal } from './model.ts';
import { newToken } from './resources/devices.ts';
import { resources } from './resources/index.ts';
import type { Area, Holds, Location, Tags, TenantName, World } from './resources/resource.ts';

const hosts = { demo: 'localhost', harbor: 'harbor.localhost' } as const;

async function tagsOf(as: Caller): Promise<Tags> {
  const { data } = await as.call(groups.definitions, {});
  const location = data.find((d) => d.is_location);
  const department = data.find((d) => d.label === 'Department');
  if (!location || !department) throw new Error('the test world has no tags');
  const store = (name: Location) => location.values.find((v) => v.name === name)?.id ?? null;
  return { location: location.id, department: department.id, store };
}

export async function makeWorld(portal: Portal): Promise<World> {
  const owner = portal.database.system;
  const idOf = async (tenant: TenantName, text: string, value: string) => {
    const { rows } = await owner.query<{ id: string }>(text, [tenants[tenant], value]);
    if (!rows[0]) throw new Error(`the test world has no ${value}`);
    return rows[0].id;
  };
  let made = 0;
  const world: World = {
    portal,
    owner,
    tags: { demo: await tagsOf(portal.as.admin), harbor: await tagsOf(portal.as.harborAdmin) },
    profileOf: (tenant, username) =>
      idOf(tenant, 'select id from profile where tenant_id = $1 and username = $2', username),
    deviceOf: (tenant, serial) =>
      idOf(tenant, 'select id from device where tenant_id = $1 and serial_number = $2', serial),
    make(area: Area, tenant, location) {
      const make = resources.find((resource) => resource.area === area)?.make;
      if (!make) throw new Error(`${area} makes no rows`);
      return make(world, tenant, location, false);
    },
    next: () => made++,
  };
  return world;
}

/** Signs in the callers of the model. */
export function callersIn(world: World) {
  const { portal, owner, tags, profileOf } = world;
  const { app } = portal;

  const session = (tenant: TenantName, profileId: string) =>
    portal.inTenant(tenant, (db) => createSession(db, profileId, { address: '127.0.0.1', userAgent: 'test' }));
  const withSession = (token: string, host: string) => new Caller(app, host, { cookie: `keyward=${token}` });

  async function invent(name: string, roles: readonly Holds[], stores: readonly Location[]): Promise<string> {
    const id = randomUUID();
    await owner.query(`insert into profile (tenant_id, id, name, username) values ($1, $2, $3, $4)`, [
      tenants.demo,
      id,
      name.slice(0, 35),
      id,
    ]);
    for (const [i, holds] of roles.entries()) {
      const role = randomUUID();
      await owner.query('insert into role (tenant_id, id, name) values ($1, $2, $3)', [
        tenants.demo,
        role,
        `${id.slice(0, 8)} ${i}`,
      ]);
      for (const [permission, level] of Object.entries(holds))
        await owner.query('insert into role_permission values ($1, $2, $3, $4)', [
          tenants.demo,
          role,
          permission,
          level,
        ]);
      await owner.query('insert into profile_role values ($1, $2, $3)', [tenants.demo, id, role]);
    }
    for (const store of stores)
      await owner.query(
        'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
        [tenants.demo, id, tags.demo.location, tags.demo.store(store)],
      );
    return id;
  }

  async function endedSession(change: string): Promise<string> {
    const id = await invent('Was here', [allPermissions], ['North']);
    const token = await session('demo', id);
    await owner.query(change, [tenants.demo, id]);
    return token;
  }

  const controller = async (tenant: TenantName, host: string) => {
    const { id } = await world.make('devices', tenant, 'North');
    return portal.controller((await newToken(world, tenant, id)).secret, host);
  };
  const special: Record<string, () => Promise<Caller>> = {
    'disabled while signed in': async () =>
      withSession(
        await endedSession('update profile set disabled = true where tenant_id = $1 and id = $2'),
        hosts.demo,
      ),
    'signed in too long ago': async () =>
      withSession(
        await endedSession(
          `update session set created_at = now() - interval '13 h', expires_at = now() where tenant_id = $1 and profile_id = $2`,
        ),
        hosts.demo,
      ),
    'idle for too long': async () =>
      withSession(
        await endedSession(
          `update session set last_active_at = now() - interval '17 min' where tenant_id = $1 and profile_id = $2`,
        ),
        hosts.demo,
      ),
    'a session of the other tenant': async () =>
      withSession(await session('demo', await profileOf('demo', 'admin')), hosts.harbor),
    'an invented session': async () => withSession(newSecret(), hosts.demo),
    controller: () => controller('demo', hosts.demo),
    'controller of the other tenant': () => controller('harbor', hosts.demo),
  };

  /** The caller for a name of the model, with a new session each time. */
  return async (name: string, who: Principal): Promise<Caller> => {
    const specialCase = special[name];
    if (specialCase) return specialCase();
    if (name === 'anonymous' || name in people) return portal.as[name as keyof typeof portal.as];
    const roles =
      name === 'two roles' ? [{ DEVICES: 'EDIT' }, { DEVICES: 'READ', 'EVENT-STORE': 'READ' }] : [who.holds];
    const id = await invent(name, roles as Holds[], who.stores);
    if (who.isKeywardAdmin) await owner.query('update profile set is_keyward_admin = true where id = $1', [id]);
    return withSession(await session(who.tenant, id), hosts[who.tenant]);
  };
}
