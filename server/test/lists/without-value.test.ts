// Rows without a value come last in both directions.
import { expect, test } from 'vitest';
import { deviceList } from '#modules/devices/list.ts';
import { actorOf } from '#testing/actor.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { readAll } from './model.ts';

const portal = await openPortal();
const tenant = tenants.harbor;
const owner = portal.database.system;

test('devices without a battery, a holder or a report of loss come last in both directions, across pages', async () => {
  await owner.query('delete from device where tenant_id = $1', [tenant]);
  await owner.query(
    `insert into device (tenant_id, device_type_id, name, serial_number, state)
     select $1, t.id, 'Key ' || n % 5, 'ABC' || lpad(n::text, 13, '0'),
       case when n % 3 > 0 then jsonb_build_object('battery', n % 9) else '{}' end
     from generate_series(1, 60) n,
       (select id from device_type where tenant_id = $1 and device_class = 'KEY' order by id limit 1) t`,
    [tenant],
  );
  const numbered = `(select tenant_id, id, right(serial_number, 4)::int as n from device where tenant_id = $1)`;
  await owner.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
     select d.tenant_id, d.id, p.id, '2026-03-01Z'::timestamptz + make_interval(hours => n % 4)
     from ${numbered} d, (select id from profile where tenant_id = $1 limit 1) p where n % 4 > 0`,
    [tenant],
  );
  await owner.query(
    `insert into lost_key (tenant_id, device_id, since, by_name)
     select tenant_id, id, '2026-03-01Z'::timestamptz + make_interval(hours => n % 4), 'x' from ${numbered} d where n % 5 > 1`,
    [tenant],
  );
  const orders = {
    battery: { value: 'd.battery_floor', ties: [] },
    held_since: { value: 'c.checked_out_at', ties: ['d.name_fold collate natural_order'] },
    lost_since: { value: 'x.since', ties: ['d.name_fold collate natural_order'] },
  };
  await portal.inTenant('harbor', async (db) => {
    for (const [column, { value, ties }] of Object.entries(orders)) {
      for (const direction of ['asc', 'desc']) {
        const keys = [value, ...ties, 'd.id'].map((key) => `${key} ${direction}`);
        const { rows } = await owner.query<{ id: string; has: boolean }>(
          `select d.id, ${value} is not null as has from device d left join key_custody c on c.device_id = d.id
             left join lost_key x on x.device_id = d.id
           where d.tenant_id = $1 order by ${value} is null, ${keys.join(', ')}`,
          [tenant],
        );
        expect(rows.filter(({ has }) => !has).length).toBeGreaterThan(7);
        const query = { sort: `${column}:${direction}` };
        const { ids } = await readAll({ db, actor: actorOf(tenant, 'all'), list: deviceList, query }, 7);
        expect(ids, query.sort).toEqual(rows.map(({ id }) => id));
      }
    }
  });
});
