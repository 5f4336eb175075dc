import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { texts } from '#texts/fr/all.ts';
import { texts as more } from '#texts/fr/more.ts';
import { csvFileName, csvShape } from './shape.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'fr', ns: 'texts', defaultNS: 'texts', resources: { fr: { texts } } });
  i18next.addResourceBundle('fr', 'texts', more, true);
});

test('the columns of the view, in its order, with the words on screen', () => {
  const shape = csvShape(
    [
      { header: 'security_status', accessorKey: 'security_status', type: 'security', sortable: true },
      { header: 'name', accessorKey: 'name', type: 'text', sortable: true },
      { header: 'result', accessorKey: 'result', type: 'label', format: 'activity.result', sortable: false },
      { header: 'Étage', accessorKey: 'tags.1', type: 'tags', sortable: false },
      { header: 'state_updated_at', accessorKey: 'state_updated_at', type: 'reported', sortable: true },
    ],
    { security: 'list.security' },
    'Europe/Paris',
  );
  expect(shape).toMatchObject({ zone: 'Europe/Paris', words: texts.common && { yes: texts.common.yes } });
  expect(shape.columns.map(({ header, kind }) => [header, kind])).toEqual([
    [texts.columns.security_status, 'text'],
    [texts.columns.name, 'text'],
    [texts.columns.result, 'text'],
    ['Étage', 'list'],
    [texts.columns.state_updated_at, 'dateTime'],
  ]);
  expect(shape.columns[0]?.labels).toEqual(texts.list.security);
  expect(shape.columns[2]?.labels).toEqual(texts.activity.result);
  // it is sent to a worker
  expect(structuredClone(shape)).toEqual(shape);
});

test('a column that names downloads has the names of lists and views in the language on screen', () => {
  const column = {
    header: 'entity_name',
    accessorKey: 'description.entityName',
    type: 'text',
    sortable: false,
  } as const;
  const { columns, exported } = csvShape([column], {}, 'UTC', { 'description.entityName': 'exported' });
  expect(columns[0]?.kind).toBe('exported');
  expect(exported).toMatchObject({
    text: texts.activity.exported,
    lists: { device: texts.shell.tabs.devices, event: texts.shell.tabs.activity, user: texts.shell.tabs.users },
    views: {
      device: { 'OKMs Offline': texts.list.views.device['OKMs Offline'].label },
      event: { Overview: texts.list.views.event.Overview.label },
    },
  });
  expect(csvShape([column], {}, 'UTC')).not.toHaveProperty('exported');
});

test('a column of what events changed has the names of fields and of their values', () => {
  const path = 'description.changes.newValue';
  const column = { header: 'new_value', accessorKey: path, type: 'tags', sortable: false } as const;
  const { columns, changes } = csvShape([column], {}, 'UTC', { [path]: 'changes' });
  expect(columns[0]?.kind).toBe('changes');
  expect(changes?.names).toMatchObject({
    name: more.activity.attribute.name,
    username: texts.columns.username,
    secured: more.devices.stateFields.secured,
    'description.agentName': texts.columns.agent_name,
    'permissions - users - USERS': `Autorisation\u00a0: ${texts.shell.permissions.USERS}`,
  });
  expect(changes?.values).toMatchObject({
    roles: { okm_user: more.roles.builtIn.okmUser },
    sharing: { everyone: more.views.form.everyone },
    storeMode: more.devices.stateValues.storeMode,
    Appearance: more.settings.schemes,
    'permissions - users - USERS': more.roles.values,
  });
  expect(structuredClone(changes)).toEqual(changes);
  expect(csvShape([column], {}, 'UTC')).not.toHaveProperty('changes');
});

test('a view without columns is an error', () => {
  expect(() => csvShape([], {}, 'UTC')).toThrow('The view has no columns.');
});

test('a file’s name is one on every system', () => {
  const now = Date.parse('2026-11-20T23:30:00Z');
  expect(csvFileName('devices', 'OKMs offline', now, 'UTC')).toBe('devices-OKMs-offline-2026-11-20');
  expect(csvFileName('activity', 'Lock/unlock: "A" <..>', now, 'Asia/Tokyo')).toBe('activity-Lock-unlock-A-2026-11-21');
  expect(csvFileName('devices', 'オフラインの OKM', now, 'UTC')).toBe('devices-オフラインの-OKM-2026-11-20');
});
