// The access that controllers should hold follows every write: a missing trigger fails here.
import { beforeAll, expect, test } from 'vitest';
import { settle, storedAndJudged } from '#testing/controllers.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openWalk } from './walk.ts';

const portal = await openPortal();
const { walk } = await openWalk(portal);
const raising = new Set<string>();

beforeAll(async () => {
  // every profile may use OKMs, so that each of its changes shows
  await portal.database.system.query(`
    insert into role_permission (tenant_id, role_id, permission, value)
      select tenant_id, id, 'OKM-USER', 'TRUE' from role on conflict do nothing;
    insert into profile_role (tenant_id, profile_id, role_id)
      select p.tenant_id, p.id, r.id from profile p join role r on r.tenant_id = p.tenant_id and r.built_in = 'okmUser'
      on conflict do nothing;
    create function everybody_uses_okms() returns trigger language plpgsql as $$ begin
      insert into profile_role (tenant_id, profile_id, role_id)
        select new.tenant_id, new.id, id from role where tenant_id = new.tenant_id and built_in = 'okmUser'
        on conflict do nothing;
      return null;
    end $$;
    create constraint trigger everybody_uses_okms after insert on profile deferrable initially deferred
      for each row execute function everybody_uses_okms()`);
});

async function versions(): Promise<number> {
  const controllers = await storedAndJudged(portal);
  for (const { stored, judged, digests } of controllers) {
    expect(stored).toEqual(judged);
    expect(digests[0]).toBe(digests[1]);
  }
  return controllers.reduce((sum, { version }) => sum + version, 0);
}

test.each(walk)(
  'after %s the stored state of controllers equals the state judged from scratch',
  async (name, _event, call) => {
    await settle(portal);
    const before = await versions();
    await call();
    await settle(portal);
    if ((await versions()) > before) raising.add(name);
  },
);

test('the walk changes what controllers hold, so it is sensitive', () => {
  expect([...raising]).toEqual(
    expect.arrayContaining([
      'devices.create',
      'devices.remove',
      'profiles.create',
      'profiles.update',
      'profiles.remove',
    ]),
  );
});

/** Changes of single rows, which no call makes alone: each trigger has to see its own. */
const statements = [
  `insert into lost_key (tenant_id, device_id, by_name)
     select tenant_id, id, 'Ada' from device where serial_number = '7E00000000000001' and tenant_id = '${tenants.demo}'`,
  `delete from lost_key`,
  `delete from profile_tag where value_id is not null and profile_id = (select id from profile where username = 'clerk')`,
  `update profile_tag set value_id = (select id from tag_value where name = 'South' and tenant_id = profile_tag.tenant_id)
     where profile_id = (select id from profile where username = 'manager')`,
  `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
     select d.tenant_id, d.id, v.tag_definition_id, v.id from device d join tag_value v using (tenant_id)
     where d.serial_number = '3A10000000000001' and v.name = 'Toys'`,
  `update device_tag set value_id = (select id from tag_value where name = 'Shoes' and tenant_id = device_tag.tenant_id)
     where value_id = (select id from tag_value where name = 'Toys' and tenant_id = device_tag.tenant_id)`,
  `delete from device_tag where value_id is not null`,
  `delete from role_permission where permission = 'ALL-DATA-ACCESS'`,
  `update profile set valid_until = now() + interval '1 day' where username = 'manager'`,
  `update pin set set_at = now(), verifier = '\\x01'`,
  `update pin set verifier = null`,
  `update pin set verifier = '\\x01'`,
  `delete from pin`,
  `insert into pin (tenant_id, profile_id, sealed, length, with_profile, verifier)
     select tenant_id, id, '', 5, true, '\\x01' from profile where username = 'manager'`,
  `insert into secure_key (tenant_id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     select tenant_id, id, id, 'Ada', 60, now() + interval '1 hour', 2, '' from device where serial_number = '3C00000000000001'`,
  `update secure_key set uses = max_uses`,
  `update secure_key set uses = 0`,
  `insert into secure_key_invite (tenant_id, email, locale, created_by, created_by_name, token_hash)
     select tenant_id, 'a@guests.example', 'en', id, 'Ada', '' from profile where username = 'admin';
   update secure_key set expires_at = expires_at + interval '1 minute',
     invite_id = (select id from secure_key_invite where email = 'a@guests.example') where tenant_id = '${tenants.demo}'`,
  `update secure_key_invite set status = 'CANCELLED', cancelled_at = now() where email = 'a@guests.example'`,
  `update secure_key_invite set status = 'NEW', cancelled_at = null where email = 'a@guests.example'`,
  `delete from secure_key`,
  `update device set controller_id = null where serial_number = '7E00000000000001'`,
  `update device_type set device_class = 'POD' where device_class = 'LOCK'`,
  `delete from device where serial_number = '3C00000000000001'`,
  `update profile set disabled = true where username = 'manager'`,
  `update profile set disabled = false where username = 'manager'`,
  `delete from profile_role where profile_id in (select id from profile where username = 'manager')`,
  `insert into profile_role (tenant_id, profile_id, role_id)
     select p.tenant_id, p.id, r.id from profile p join role r using (tenant_id)
     where p.username = 'manager' and r.built_in = 'okmUser'`,
  `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
     select p.tenant_id, p.id, v.tag_definition_id, v.id from profile p join tag_value v using (tenant_id)
     where p.username = 'clerk' and v.name = 'North'`,
  `update role_permission set permission = 'NO-USER' where permission = 'OKM-USER'`,
  `update role_permission set permission = 'OKM-USER' where permission = 'NO-USER'`,
  `delete from role_permission where permission = 'OKM-USER'`,
  `insert into role_permission (tenant_id, role_id, permission, value)
     select tenant_id, id, 'OKM-USER', 'TRUE' from role where tenant_id = '${tenants.demo}'`,
  `insert into device (tenant_id, device_type_id, name, serial_number, controller_id)
     select tenant_id, device_type_id, 'Twin', '3A100000000000AA', controller_id from device
     where serial_number = '3A10000000000002' and tenant_id = '${tenants.demo}'`,
  `update device set serial_number = '3A100000000000AB' where serial_number = '3A100000000000AA'`,
  `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
     select d.tenant_id, d.id, v.tag_definition_id, v.id from device d join tag_value v using (tenant_id)
     where d.serial_number = '3A10000000000001' and v.name = 'Phones'`,
  `update tag_definition set type = 0 where label = 'Department'`,
  `delete from profile where username = 'clerk'`,
];
/** The triggers that a statement fired, by table and name; one that saw no row does not count. */
const firedBy = new Map<string, string[]>();
beforeAll(async () => {
  await portal.database.system.query(`
    create table fired (name text);
    do $$ declare one text; begin
      for one in select pg_get_functiondef(oid) from pg_proc where proname in ('mark_controllers_by_statement',
        'mark_controllers_by_row', 'mark_former_controller', 'mark_all_controllers', 'mark_keys_of_invite') loop
        execute regexp_replace(one, '\\mbegin\\M', 'begin insert into fired select tg_table_name || '' '' || tg_name'
          || case when one like '%from changed%' then ' where exists (select from changed)' else '' end || ';');
      end loop;
    end $$;
    grant insert on fired to public`);
});
test.each(statements)('the stored state follows: %s', async (statement) => {
  await settle(portal);
  const before = await versions();
  await portal.database.system.query('delete from fired');
  const scoped = statement.replaceAll('username =', `tenant_id = '${tenants.demo}' and username =`);
  await portal.database.system.query(scoped);
  const { rows } = await portal.database.system.query<{ name: string }>('select distinct name from fired');
  firedBy.set(
    statement,
    rows.map(({ name }) => name),
  );
  await settle(portal);
  expect(await versions()).toBeGreaterThan(before);
});

test('each trigger that marks controllers, except two, is the only one that some statement fires', async () => {
  const { rows } = await portal.database.system.query<{ name: string }>(
    `select tgrelid::regclass || ' ' || tgname as name from pg_trigger where tgname like 'mark\\_%'`,
  );
  const alone = [...firedBy.values()].flatMap((names) => (names.length === 1 ? names : []));
  const others = rows.map(({ name }) => name).filter((name) => !alone.includes(name));
  // these fire only with others: those of the rows deleted with a profile, and of the controller that a device moves to
  expect(others.toSorted()).toEqual(['device mark_former_controller', 'profile mark_controllers_deleted']);
});
