import { builtInRoleNames, exportedColumn, meansAll } from '@keyward/contract/export-headings';
import { locales } from '@keyward/contract/locales';
import { builtInRoles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { wordsOf } from '#lib/wordsOf.ts';
import { textGroup } from '#lib/textGroup.ts';

/** Field that an import reads each column of the list into. */
const columns = {
  name: 'name',
  username: 'username',
  email: 'email',
  roles: 'roles',
  locationTagValue: 'location',
  tagValues: 'groups',
  last_activity: 'unread',
  valid_from: 'valid_from',
  valid_until: 'valid_until',
  disabled: 'unread',
  login_type: 'unread',
  enrolled: 'unread',
};

test.each(locales)('an import recognises every heading and word of a download in %s', async (locale) => {
  const words = await wordsOf(locale, ['profiles', 'roles', 'common']);
  const headings = textGroup('profiles.columns', words);
  const known = Object.entries(headings).map(([column, heading]) => [column, exportedColumn(heading)]);
  expect(Object.fromEntries(known)).toEqual(columns);
  const names = textGroup('roles.builtIn', words);
  for (const role of builtInRoles) expect(builtInRoleNames[role]).toContain(names[role]);
  expect(meansAll(words.t('common.all'))).toBe(true);
});
