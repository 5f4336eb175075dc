import { organizationDefaults } from '@keyward/contract/organization-settings';
import { expect, test } from 'vitest';
import { checkValues, toValues } from './organizationValues.ts';

test('times typed without a colon are valid, and sent in the format of the contract', () => {
  const before = toValues({ name: 'Demo', settings: organizationDefaults });
  const after = { ...before, opensAt: '930', closesAt: '2130' };
  expect(checkValues(after, before)).toEqual({ body: { settings: { opensAt: '09:30', closesAt: '21:30' } } });
  expect(checkValues({ ...after, closesAt: '2460' }, before).faults).toMatchObject({ closesAt: expect.any(String) });
});
