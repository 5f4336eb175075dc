import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { views } from '@keyward/contract/views';
import { describe, expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { aggregateParties } from '#core/events/party-job.ts';
import { rows } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, homeless, harborAdmin } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const locationIdOf = (name: string) => location?.values.find((v) => v.name === name)?.id ?? '';

const opened = (who: string, locationName: string): NewEvent => ({
  event: 'LOCK_UNLOCK',
  agent: { domain: 'profile', id: null, name: who, email: `${who.split(' ')[0]?.toLowerCase()}@x.example` },
  entity: { domain: 'device', id: null, name: `Lock of ${who}` },
  locations: [locationIdOf(locationName)],
});
await portal.inTenant('demo', (db) =>
  writeEvents(db, [opened('Nora 10', 'North'), opened('nora 9', 'North'), opened('Sam 100%', 'South')]),
);

const options = async (caller: typeof admin, resource: 'device' | 'event', column: string, search?: string) =>
  (
    await caller.call(views.filterOptions, {
      params: { resource, column },
      query: search === undefined ? {} : { search },
    })
  ).data;

describe('values to filter by', () => {
  test('are the names in events visible to the actor, in order', async () => {
    const name = 'description.agentName';
    expect(await options(admin, 'event', name, 'nora')).toEqual(['nora 9', 'Nora 10']);
    expect(await options(clerk, 'event', name, 'NORA')).toEqual(['nora 9', 'Nora 10']);
    expect(await options(admin, 'event', name, 'sam')).toEqual(['Sam 100%']);
    expect(await options(clerk, 'event', name, 'sam')).toEqual([]);
    expect(await options(homeless, 'event', name)).toEqual([]);
    expect(await options(admin, 'event', 'description.agentEmail', 'sam@')).toEqual(['sam@x.example']);
    expect(await options(clerk, 'event', 'description.agentEmail', 'sam@')).toEqual([]);
    // agents are not offered as entities
    expect(await options(admin, 'event', name, 'lock of')).toEqual([]);
    expect(await options(clerk, 'event', 'description.entityName', 'lock of')).toEqual([
      'Lock of nora 9',
      'Lock of Nora 10',
    ]);
    expect(await options(harborAdmin, 'event', name, 'nora')).toEqual([]);
  });

  test('are the same after the aggregation job', async () => {
    const before = await options(clerk, 'event', 'description.agentName');
    expect(before).toContain('Nora 10');
    expect(await portal.inTenant('demo', aggregateParties)).toBeGreaterThan(4);
    expect(await portal.inTenant('demo', aggregateParties)).toBe(0);
    expect(await options(clerk, 'event', 'description.agentName')).toEqual(before);
  });

  test('contain the search text, with wildcards taken literally', async () => {
    const name = 'description.agentName';
    expect(await options(admin, 'event', name, '%')).toEqual(['Sam 100%']);
    expect(await options(admin, 'event', name, '_')).toEqual([]);
    expect(await options(admin, 'event', name, '  ｓａｍ ')).toEqual(['Sam 100%']);
    expect(await options(admin, 'event', 'event', 'unlock')).toContain('LOCK_UNLOCK');
    expect(await options(admin, 'device', 'device_class', 'o')).toEqual(['LOCK', 'POD', 'OKM']);
    expect(await options(admin, 'device', 'device_type_name', 'RAC')).toEqual(['rac lock']);
  });

  test('of the location are only the actor’s own', async () => {
    const column = `tags.${location?.id}`;
    for (const resource of ['device', 'event'] as const) {
      expect(await options(admin, resource, column)).toEqual(['North', 'South']);
      expect(await options(clerk, resource, column)).toEqual(['North']);
      expect(await options(homeless, resource, column)).toEqual([]);
    }
    expect(await options(clerk, 'device', 'locationTagValue')).toEqual(['North']);
    expect(await options(admin, 'device', 'locationTagValue', 'SOU')).toEqual(['South']);
  });

  test('are at most 200', async () => {
    const crowd = Array.from({ length: 230 }, (_, i) => opened(`Crowd ${i}`, 'North'));
    await portal.inTenant('demo', (db) => writeEvents(db, crowd));
    const found = await options(clerk, 'event', 'description.agentName', 'crowd');
    expect(found).toEqual(Array.from({ length: 200 }, (_, i) => `Crowd ${i}`));
  });

  test('of an unknown or hidden column are refused as in a query', async () => {
    for (const column of [
      'no_such',
      'password_hash',
      'body',
      'toString',
      '__proto__',
      'tags.x',
      `tags.${locationIdOf('North')}`,
    ]) {
      const refused = await admin.raw('GET', `/api/v1/filter-options/event/${column}`);
      const query = await admin.raw('GET', `/api/v1/events?${column}=x`);
      expect(refused.status, column).toBe(400);
      expect(refused.text, column).toBe(query.text);
    }
    expect(await options(admin, 'device', 'created_at')).toEqual([]);
  });
});

describe('the filters of a view', () => {
  const schemaOf = async (caller: typeof admin, resource: 'device' | 'event', view = 'Overview') => {
    const { data } = await caller.call(views.list, { query: { resource } });
    return data.find(({ value }) => value === view)?.filterSchema ?? [];
  };

  test('follow from the columns and the tags', async () => {
    const filterSchema = (await schemaOf(clerk, 'device')).map(
      ({ id, filterType, options: known, nullable, disabled }) => [
        definitions.find((d) => id === `tags.${d.id}`)?.label ?? id,
        filterType,
        known?.map(({ value }) => value) ?? null,
        nullable,
        disabled,
      ],
    );
    expect(filterSchema).toEqual([
      ['name', 'text', null, false, false],
      ['serial_number', 'text', null, false, false],
      ['device_type_name', 'multiSelect', null, false, false],
      ['device_class', 'multiSelect', ['KEY', 'LOCK', 'POD', 'OKM'], false, false],
      ['created_at', 'dateRange', null, false, false],
      ['state_updated_at', 'dateRange', null, true, false],
      ['security_status', 'multiSelect', ['secured', 'unsecured'], true, false],
      ['temperature', 'number', null, true, false],
      ['battery', 'number', null, true, false],
      ['firmware_version', 'text', null, true, false],
      ['old_firmware', 'select', ['true', 'false'], true, false],
      ['connectivity', 'multiSelect', ['online', 'offline', 'never'], false, false],
      ['held_by', 'multiSelect', null, true, false],
      ['held_since', 'dateRange', null, true, false],
      ['overdue', 'select', ['true', 'false'], true, false],
      ['lost_since', 'dateRange', null, true, false],
      ['Location', 'multiSelectTag', ['North'], false, false],
      ['Department', 'multiSelectTag', ['Toys', 'Shoes', 'Phones'], true, false],
      ['Notes', 'text', null, true, false],
    ]);
  });

  test('include the location, and ‘unassigned’ with all-data access', async () => {
    const of = async (caller: typeof admin) =>
      (await schemaOf(caller, 'event')).find(({ id }) => id.startsWith('tags.'));
    const meta = { displayName: 'Location', filterType: 'multiSelectTag' };
    expect(await of(admin)).toMatchObject({ ...meta, nullable: true, disabled: false });
    expect(await of(clerk)).toMatchObject({ ...meta, nullable: false, options: [{ value: 'North', label: 'North' }] });
    expect(await of(homeless)).toMatchObject({ ...meta, options: [], disabled: true });
  });

  test('exclude columns fixed by the view', async () => {
    const disabled = (await schemaOf(admin, 'device', 'Keys')).filter((meta) => meta.disabled).map(({ id }) => id);
    expect(disabled).toEqual(['device_class']);
  });

  test('are all accepted by the list, and allow ‘empty’ only where declared', async () => {
    for (const [resource, list] of [
      ['device', devices.list],
      ['event', activity.list],
    ] as const) {
      for (const { id, nullable } of await schemaOf(admin, resource)) {
        await admin.call(list, { query: { [id]: 'EXISTS' } });
        const none = await admin.call(list, { query: { [id]: 'NOT_EXISTS' } });
        if (!nullable) expect(none.total_results, id).toBe(0);
      }
    }
  });

  test('offer many values through look-up', async () => {
    await portal.inTenant('demo', (db) =>
      rows(
        db,
        `insert into tag_value (tenant_id, tag_definition_id, name, position)
         select $1, $2, 'Shelf ' || i, 100 + i from generate_series(1, 60) i`,
        [db.tenantId, definitions.find((d) => d.label === 'Department')?.id],
      ),
    );
    const department = (await schemaOf(admin, 'device')).find(({ displayName }) => displayName === 'Department');
    expect(department).not.toHaveProperty('options');
    expect(await options(admin, 'device', department?.id ?? '', 'shelf 6')).toEqual(['Shelf 6', 'Shelf 60']);
  });
});
