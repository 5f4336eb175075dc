// Creates the model's callers and targets in a portal.
import { groups } from '@keyward/contract/groups';
import { randomUUID } from 'node:crypto';
import { writeEvents } from '#core/events/events.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { createSession } from '#core/auth/session.ts';
import { inTenant, rows } from '#db/tenant.ts';
import { tenants } from '#testing/people.ts';
import { Caller, type Portal } from '#testing/portal.ts';
import { allPermissions, type Holds, people, permissions, type Location, type Principal, roleHolds } from './model.ts';

type TenantName = 'demo' | 'harbor';
const hosts = { demo: 'localhost', harbor: 'harbor.localhost' } as const;

/** Synthetic profiles that show what one permission decides. */
type Invented = Principal & { about: readonly string[] };

/** One profile with each permission and level alone, one with all but each, and two whose roles or locations add up. */
export const inventedPeople: Readonly<Record<string, Invented>> = {
  ...Object.fromEntries(
    Object.entries(permissions).flatMap(([name, levels]) =>
      levels.map((level) => [
        `only ${name} ${level}`,
        {
          about: [name],
          tenant: 'demo',
          by: 'session',
          holds: { [name]: level },
          stores: ['North'],
        } satisfies Invented,
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.keys(permissions).map((name) => [
      `all but ${name}`,
      {
        about: [name],
        tenant: 'demo',
        by: 'session',
        holds: Object.fromEntries(Object.entries(allPermissions).filter(([other]) => other !== name)),
        stores: ['South'],
      } satisfies Invented,
    ]),
  ),
  'in-product admin': { about: [], tenant: 'demo', by: 'session', holds: {}, stores: [], isKeywardAdmin: true },
  'two roles': {
    about: ['DEVICES', 'EVENT-STORE'],
    tenant: 'demo',
    by: 'session',
    holds: { DEVICES: 'EDIT', 'EVENT-STORE': 'READ' },
    stores: ['South'],
  },
  'two stores': {
    about: ['DEVICES'],
    tenant: 'demo',
    by: 'session',
    holds: { DEVICES: 'EDIT' },
    stores: ['North', 'South'],
  },
};

export async function makeWorld(portal: Portal) {
  const { app, database } = portal;
  const owner = database.system;
  const at = <T>(tenant: TenantName, work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(database.app, tenants[tenant], work);
  const idsOf = async (tenant: TenantName) => {
    const admin = tenant === 'demo' ? portal.as.admin : portal.as.harborAdmin;
    const { data } = await admin.call(groups.definitions, {});
    const location = data.find((d) => d.is_location);
    const department = data.find((d) => d.label === 'Department');
    if (!location || !department) throw new Error('the test world has no tags');
    const store = (place: Location) => location.values.find((v) => v.name === place)?.id ?? null;
    const okm = await owner.query<{ id: string }>(
      `select id from device_type where tenant_id = $1 and device_class = 'OKM'`,
      [tenants[tenant]],
    );
    return { location: location.id, department: department.id, store, okm: okm.rows[0]?.id };
  };
  const tags = { demo: await idsOf('demo'), harbor: await idsOf('harbor') };

  const session = (tenant: TenantName, profileId: string) =>
    at(tenant, (db) => createSession(db, profileId, { address: '127.0.0.1', userAgent: 'test' }));
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

  let made = 0;
  /** A new OKM at a location of a tenant. */
  async function device(tenant: TenantName, place: Location): Promise<string> {
    const id = randomUUID();
    const serial = `9F40${(0xd00000 + made++).toString(16).toUpperCase().padStart(12, '0')}`;
    const store = tags[tenant].store(place);
    await owner.query(
      `insert into device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id)
       values ($1, $2, $3, 'Target', $4, $5, $6)`,
      [tenants[tenant], id, tags[tenant].okm, serial, store && tags[tenant].location, store],
    );
    await owner.query(
      `insert into list_tally values ($1, 'device', coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'), 1)
       on conflict (tenant_id, resource, location_id) do update set n = list_tally.n + 1`,
      [tenants[tenant], store],
    );
    return id;
  }
  /** The id and secret of a token of that controller. */
  async function newToken(tenant: TenantName, deviceId: string): Promise<{ id: string; secret: string }> {
    const secret = newSecret();
    const stored = await owner.query<{ id: string }>(
      `insert into controller_token (tenant_id, device_id, token_hash, prefix, created_by)
       values ($1, $2, $3, $4, 'Test') returning id`,
      [tenants[tenant], deviceId, secretHash(secret), secret.slice(0, 8)],
    );
    return { id: stored.rows[0]?.id ?? '', secret };
  }
  /** A tag of that kind, groups with a value 'A'. Each replaces the previous one, because their number is limited. */
  async function tag(tenant: TenantName, kind: 'text' | 'group', forOnce: boolean): Promise<string> {
    if (forOnce) {
      await owner.query(`delete from tag_definition where tenant_id = $1 and label like 'Made %'`, [tenants[tenant]]);
    }
    const id = randomUUID();
    await owner.query(
      `insert into tag_definition (tenant_id, id, label, category, type, position) values ($1, $2, $3, 'x', $4, 900)`,
      [tenants[tenant], id, `${forOnce ? 'Made' : 'Stays'} ${id.slice(0, 8)}`, kind === 'text' ? 0 : 1],
    );
    if (kind === 'group') {
      await owner.query(
        `insert into tag_value (tenant_id, tag_definition_id, name, position) values ($1, $2, 'A', 0)`,
        [tenants[tenant], id],
      );
    }
    return id;
  }
  async function event(tenant: TenantName, place: Location): Promise<string> {
    const id = randomUUID();
    const store = tags[tenant].store(place);
    const entity = { domain: 'device' as const, id: randomUUID(), name: `${tenant} ${place}` };
    await at(tenant, (db) => writeEvents(db, [{ id, event: 'LOCK_UNLOCK', entity, locations: store ? [store] : [] }]));
    return id;
  }

  /** A profile without roles at a location. */
  async function profile(tenant: TenantName, place: Location): Promise<string> {
    const id = randomUUID();
    await owner.query(`insert into profile (tenant_id, id, name, username) values ($1, $2, 'Target', $3)`, [
      tenants[tenant],
      id,
      id,
    ]);
    const store = tags[tenant].store(place);
    if (store)
      await owner.query(
        'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
        [tenants[tenant], id, tags[tenant].location, store],
      );
    return id;
  }

  /** A role without holders. */
  async function newRole(tenant: TenantName): Promise<string> {
    const id = randomUUID();
    await owner.query('insert into role (tenant_id, id, name) values ($1, $2, $3)', [
      tenants[tenant],
      id,
      id.slice(0, 30),
    ]);
    for (const [permission, level] of Object.entries(roleHolds))
      await owner.query('insert into role_permission values ($1, $2, $3, $4)', [
        tenants[tenant],
        id,
        permission,
        level,
      ]);
    return id;
  }

  async function ownerOfPrivate(tenant: TenantName): Promise<string> {
    const found = await owner.query<{ id: string }>(
      `select id from profile where tenant_id = $1 and username = 'gone'`,
      [tenants[tenant]],
    );
    return found.rows[0]?.id ?? '';
  }
  /** A setting, a session, a passkey or a view of a profile that is no caller. */
  async function privateThing(call: string, tenant: TenantName): Promise<string> {
    const profileId = await ownerOfPrivate(tenant);
    if (call.startsWith('passkeys.')) {
      const key = await owner.query<{ id: string }>(
        `insert into passkey (tenant_id, profile_id, name, credential_id, public_key, counter)
         values ($1, $2, 'Key', $3, '', 0) returning id`,
        [tenants[tenant], profileId, randomUUID()],
      );
      return key.rows[0]?.id ?? '';
    }
    if (call.startsWith('views.')) {
      const view = await owner.query<{ id: string }>(
        `insert into saved_view (tenant_id, owner_id, owner_name, resource, name, base, content, updated_by, deleted_at)
         values ($1, $2, 'Greta', 'device', $3, 'Overview', $4, 'Greta', $5) returning id`,
        [
          tenants[tenant],
          profileId,
          randomUUID(),
          '{"filter":{},"search":"","sort":[],"columns":[]}',
          call.startsWith('views.restore') ? new Date() : null,
        ],
      );
      return view.rows[0]?.id ?? '';
    }
    const inserted = call.startsWith('settings.endSession')
      ? await owner.query<{ id: string }>(
          `insert into session (tenant_id, token_hash, profile_id, expires_at, address, user_agent)
           values ($1, $2, $3, now() + interval '1 h', '', '') returning id`,
          [tenants[tenant], secretHash(newSecret()), profileId],
        )
      : await owner.query<{ id: string }>(
          `insert into setting (tenant_id, profile_id, name, client_data, value)
           values ($1, $2, 'CustomView', $3, '{}') returning id`,
          [tenants[tenant], profileId, randomUUID()],
        );
    return inserted.rows[0]?.id ?? '';
  }

  const controller = async (tenant: TenantName, host: string) =>
    portal.controller((await newToken(tenant, await device(tenant, 'North'))).secret, host);
  const profileOf = async (username: string) => {
    const found = await at('demo', (db) =>
      rows<{ id: string }>(db, 'select id from profile where tenant_id = $1 and username = $2', [
        db.tenantId,
        username,
      ]),
    );
    return found[0]?.id ?? '';
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
      withSession(await session('demo', await profileOf('admin')), hosts.harbor),
    'an invented session': async () => withSession(newSecret(), hosts.demo),
    controller: () => controller('demo', hosts.demo),
    'controller of the other tenant': () => controller('harbor', hosts.demo),
  };

  /** The caller for a name of the model, with a new session each time. */
  async function caller(name: string, who: Principal): Promise<Caller> {
    const specialCase = special[name];
    if (specialCase) return specialCase();
    if (name === 'anonymous' || name in people) return portal.as[name as keyof typeof portal.as];
    const roles =
      name === 'two roles' ? [{ DEVICES: 'EDIT' }, { DEVICES: 'READ', 'EVENT-STORE': 'READ' }] : [who.holds];
    const id = await invent(name, roles as Holds[], who.stores);
    if (who.isKeywardAdmin) await owner.query('update profile set is_keyward_admin = true where id = $1', [id]);
    return withSession(await session(who.tenant, id), hosts[who.tenant]);
  }
  /** Makes the call while every session has confirmed its act. */
  async function whileConfirmed<T>(act: string, ask: () => Promise<T>): Promise<T> {
    await owner.query(
      `insert into confirmation (tenant_id, session_id, act, expires_at)
       select tenant_id, id, $1, now() + interval '5 minutes' from session on conflict do nothing`,
      [act],
    );
    try {
      return await ask();
    } finally {
      await owner.query('delete from confirmation');
    }
  }
  return { tags, tag, device, token: newToken, event, profile, role: newRole, privateThing, caller, whileConfirmed };
}
