import { defaultLocale } from '@keyward/contract/locales';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissions } from '@keyward/contract/texts/fr/permissions';
import { listNames } from '#texts/namespaces.ts';
import { withNames } from '#texts/names.ts';
import { activity } from '#texts/fr/activity.ts';
import { changes as changeTexts } from '#texts/fr/changes.ts';
import { common } from '#texts/fr/common.ts';
import { devices } from '#texts/fr/devices.ts';
import { groups } from '#texts/fr/groups.ts';
import { list } from '#texts/fr/list.ts';
import { profiles } from '#texts/fr/profiles.ts';
import { roles } from '#texts/fr/roles.ts';
import { settings } from '#texts/fr/settings.ts';
import { shell as ownShell } from '#texts/fr/shell.ts';
import { views } from '#texts/fr/views.ts';
import { csvFileName } from './lines.ts';
import { csvShape } from './shape.ts';

beforeAll(async () => {
  const shell = withNames(ownShell, 'shell', 'fr');
  const own = { activity, changes: changeTexts, common, devices, groups, list, permissions, profiles, roles };
  const fr = { ...own, settings, shell, views };
  await i18next.init({ lng: 'fr', ns: Object.keys(fr), nsSeparator: '.', resources: { fr } });
});
// the tests of other files in this process expect the default language
afterAll(() => i18next.changeLanguage(defaultLocale));

test('a file has the columns of the view, in its order, with the texts on screen', () => {
  const shape = csvShape(
    'device',
    [
      { header: 'security_status', accessorKey: 'security_status', type: 'security', sortable: true },
      { header: 'name', accessorKey: 'name', type: 'text', sortable: true },
      { header: 'device_class', accessorKey: 'result', type: 'label', format: 'activity.result', sortable: false },
      { header: 'Étage', accessorKey: 'tags.1', type: 'tags', sortable: false },
      { header: 'state_updated_at', accessorKey: 'state_updated_at', type: 'reported', sortable: true },
    ],
    { security: 'list.security' },
    'Europe/Paris',
  );
  expect(shape).toMatchObject({ zone: 'Europe/Paris', words: { yes: common.yes } });
  expect(shape.columns.map(({ header, kind }) => [header, kind])).toEqual([
    [devices.columns.security_status, 'text'],
    [devices.columns.name, 'text'],
    [devices.columns.device_class, 'text'],
    ['Étage', 'list'],
    [devices.columns.state_updated_at, 'dateTime'],
  ]);
  expect(shape.columns[0]?.labels).toEqual(list.security);
  expect(shape.columns[2]?.labels).toEqual(activity.result);
  // the shape is sent to a worker
  expect(structuredClone(shape)).toEqual(shape);
});

test('a column that names downloads has the names of lists and views in the language on screen', () => {
  const column = {
    header: 'entity_name',
    accessorKey: 'description.entityName',
    type: 'text',
    sortable: false,
  } as const;
  const { columns, exported } = csvShape('event', [column], {}, 'UTC', { 'description.entityName': 'exported' });
  expect(columns[0]?.kind).toBe('exported');
  expect(exported).toMatchObject({
    text: activity.exported,
    lists: { device: listNames.device.fr.tab, event: listNames.event.fr.tab, user: listNames.user.fr.tab },
    views: {
      device: { 'OKMs Offline': devices.views['OKMs Offline'].label },
      event: { Overview: activity.views.Overview.label },
    },
  });
  expect(csvShape('event', [column], {}, 'UTC')).not.toHaveProperty('exported');
});

test('a column of changes has the names of fields and of their values', () => {
  const path = 'description.changes.newValue';
  const column = { header: 'new_value', accessorKey: path, type: 'tags', sortable: false } as const;
  const { columns, changes } = csvShape('event', [column], {}, 'UTC', { [path]: 'changes' });
  expect(columns[0]?.kind).toBe('changes');
  expect(changes?.names).toMatchObject({
    name: changeTexts.attribute.name,
    username: profiles.columns.username,
    secured: devices.stateFields.secured,
    'description.agentName': activity.columns.agent_name,
    'permissions - users - USERS': `Autorisation\u00a0: ${permissions.USERS}`,
  });
  expect(changes?.values).toMatchObject({
    roles: { okm_user: roles.builtIn.okmUser },
    sharing: { everyone: views.form.everyone },
    storeMode: devices.stateValues.storeMode,
    Appearance: settings.schemes,
    'permissions - users - USERS': roles.values,
  });
  expect(structuredClone(changes)).toEqual(changes);
  expect(csvShape('event', [column], {}, 'UTC')).not.toHaveProperty('changes');
});

test('a view without columns is an error', () => {
  expect(() => csvShape('event', [], {}, 'UTC')).toThrow('The view has no columns.');
});

test('a file’s name is valid on every system', () => {
  const now = Date.parse('2026-11-20T23:30:00Z');
  expect(csvFileName('devices', 'OKMs offline', now, 'UTC')).toBe('devices-OKMs-offline-2026-11-20');
  expect(csvFileName('activity', 'Lock/unlock: "A" <..>', now, 'Asia/Tokyo')).toBe('activity-Lock-unlock-A-2026-11-21');
  expect(csvFileName('devices', 'オフラインの OKM', now, 'UTC')).toBe('devices-オフラインの-OKM-2026-11-20');
});
