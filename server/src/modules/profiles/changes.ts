import type { EventChange } from '@keyward/contract/activity';
import type { Validity } from '@keyward/contract/validity';
import { change } from '#core/events/change.ts';
import { passwordChange } from '#core/events/events.ts';
import type { StoredProfile, StoredRole } from './queries.ts';

export const roleIds = (roles: readonly StoredRole[]): string[] => roles.map((role) => role.id);
export const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

type Fields = Pick<StoredProfile, 'name' | 'username' | 'email' | 'disabled'> & Validity;
export const fieldChanges = (before: Fields, after: Fields, hash: string | undefined): EventChange[] => [
  ...change('name', before.name, after.name),
  ...change('username', before.username, after.username),
  ...change('email', before.email, after.email),
  ...change('disabled', String(before.disabled), String(after.disabled)),
  ...validityChanges(before, after),
  ...(hash === undefined ? [] : [passwordChange]),
];

export const validityChanges = (before: Validity, after: Validity): EventChange[] => [
  ...change('valid_from', before.valid_from, after.valid_from),
  ...change('valid_until', before.valid_until, after.valid_until),
];

/** Whether the change enables the profile, which has a PIN from then on. */
export const isSwitchedOn = (before: Pick<StoredProfile, 'disabled'>, after: { disabled?: boolean }): boolean =>
  before.disabled && after.disabled === false;

export const redates = (before: Validity, after: Validity): boolean => validityChanges(before, after).length > 0;

/** 'Role changes show as comma-joined role names' (specification, part 2, section 3). */
export const roleChanges = (before: readonly StoredRole[], after: readonly StoredRole[]): EventChange[] =>
  before === after || sameSet(roleIds(before), roleIds(after))
    ? []
    : [{ attribute: 'roles', oldValue: joined(before), newValue: joined(after) }];
const joined = (roles: readonly StoredRole[]) => roles.map((role) => role.name).join(', ') || null;
