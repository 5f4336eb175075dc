import { fits, fold } from '@keyward/contract/characters';
import { limits } from '@keyward/contract/limits';
import { importFields } from '@keyward/contract/imports';
import { profileCreate } from '@keyward/contract/profiles';
import { isProfileVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { tagChanges } from '#core/tags/rules.ts';
import { contentByTag, type TagContent } from '#core/tags/tags.ts';
import { change } from '#core/events/change.ts';
import { passwordChange } from '#core/events/events.ts';
import { pacing } from '#core/pace.ts';
import { fieldChanges, redates, roleChanges, validityChanges } from './changes.ts';
import { mayStayWith } from './holders.ts';
import type { ImportRow } from './import-columns.ts';
import { type Faults, faultsOf, refuseLastHolders } from './import-faults.ts';
import type { ImportFacts } from './import-facts.ts';
import { readNames } from './import-names.ts';
import { judgeTags } from './import-tags.ts';
import { judgeValidity } from './import-validity.ts';
import type { ImportOptions, RowPassword, Verdict } from './import-verdict.ts';
import type { StoredProfile, StoredRole } from './queries.ts';
import { always } from './service.ts';
import { assertMayActAs, assertMayChangeRoles, judgeRoles } from './rights.ts';

type Context = { actor: Actor; facts: ImportFacts; options: ImportOptions };
const schemas = profileCreate.shape;

/** Judges the rows of a file, assuming that all of them are written. */
export async function judgeRows(
  context: Context,
  rows: readonly ImportRow[],
  passwords: ReadonlyMap<number, RowPassword>,
): Promise<Verdict[]> {
  const verdicts = await judgeEachRow(context, rows, passwords);
  refuseLastHolders(context.facts, verdicts);
  return verdicts;
}

/**
 * Judges the rows of a file: the one validator of plan and apply. It applies the schemas and permissions of a profile's form, and
 * finds every problem of a row instead of the first. Whether roles keep a holder depends on which rows are written, and is left
 * to `refuseLastHolders`. Lets other work run in between.
 */
export async function judgeEachRow(
  context: Context,
  rows: readonly ImportRow[],
  passwords: ReadonlyMap<number, RowPassword>,
): Promise<Verdict[]> {
  const lines = { username: linesBy(rows, 'username'), email: linesBy(rows, 'email') };
  const verdicts: Verdict[] = [];
  const pace = pacing();
  for (const row of rows) {
    await pace();
    verdicts.push(judgeRow(context, row, passwords.get(row.line), lines));
  }
  return verdicts;
}

type Lines = Record<'username' | 'email', ReadonlyMap<string, readonly number[]>>;
/** Long cells are refused in any case, and costly to fold. */
const keyOf = (cell: string | undefined) => (cell && fits(cell, 2 * limits.email) ? fold(cell.trim()) : '');

function linesBy(rows: readonly ImportRow[], field: 'username' | 'email'): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const { line, values } of rows) {
    const key = keyOf(values[field]);
    if (key === '') continue;
    const same = lines.get(key);
    // a file may repeat one value in every line
    if (!same) lines.set(key, [line]);
    else same.push(line);
  }
  return lines;
}

function judgeRow(context: Context, row: ImportRow, password: RowPassword | undefined, lines: Lines): Verdict {
  const { actor, facts, options } = context;
  const faults = faultsOf(row.errors);
  const given = (field: (typeof importFields)[number]) => row.values[field] ?? '';
  const isEmpty = (field: (typeof importFields)[number]) => given(field).trim() === '';
  const stored = facts.profiles.get(keyOf(row.values.username));
  const before = stored && options.update && isProfileVisible(actor, stored.locations) ? stored : undefined;
  const shown: Partial<Record<(typeof importFields)[number], string>> = before
    ? { username: given('username').trim(), name: before.name, roles: before.roles.map(({ name }) => name).join('; ') }
    : {};
  for (const field of importFields) {
    if (field !== 'password') faults.digits(field, given(field), shown[field]);
  }
  // the profile ID of a stored profile stays, even if no form would accept it
  const username = before ? before.username : faults.parse('username', schemas.username, given('username'));
  if (stored && !before) faults.add('username', 'usernameTaken');
  faults.duplicates('username', lines.username.get(keyOf(row.values.username)), row.line);

  const name = before && isEmpty('name') ? before.name : faults.parse('name', schemas.name, given('name'));
  const email = judgeEmail(context, row, before, faults, lines);
  const disabled = before ? before.disabled : !options.activate;
  // the text is deleted once it is hashed
  const asksPassword = password !== undefined || !isEmpty('password');
  if (asksPassword) {
    if (!password) faults.parse('password', schemas.password, given('password'));
    if (facts.usesSingleSignOn(keyOf(row.values.username))) faults.add('password', 'noPasswordHere');
  }
  const newPassword = asksPassword && !(password && 'same' in password);
  const roles = judgeRoleCell(context, row, before, faults);
  const { tags, locationChanges, locations } = judgeTags(context, row, before, faults);
  const validity = judgeValidity(context, row, before, { faults, locations });
  const after = { name, username, email, disabled, ...validity };
  const identity = before ? fieldChanges(before, after, newPassword ? '' : undefined) : created(after, newPassword);
  const content = before ? contentByTag(before.tags) : new Map<string, TagContent>();
  const roleDifference = roleChanges(before?.roles ?? [], roles);
  if (before) {
    if (identity.length || locationChanges) faults.attempt('username', () => assertMayActAs(actor, before));
    if (roleDifference.length) faults.attempt('roles', () => assertMayChangeRoles(actor, before, 'roles'));
  }
  const changes = [...identity, ...roleDifference, ...tagChanges(tags, content)];
  return {
    line: row.line,
    decision: faults.all.length ? 'error' : before ? (changes.length ? 'update' : 'unchanged') : 'create',
    errors: faults.all,
    ...after,
    stays: before && !redates(before, validity) ? before.stays : !disabled && mayStayWith(validity),
    before,
    roles,
    tags,
    changes,
    cleared: before ? changes.filter(({ newValue }) => newValue === null).length : 0,
    toHash: asksPassword && !password && faults.all.length === 0,
  };
}

type Fields = Pick<Verdict, 'valid_from' | 'valid_until' | 'name' | 'username' | 'email' | 'disabled'>;
/** The changes of a new profile, like those that createProfile records. */
const created = (after: Fields, hasPassword: boolean) => [
  ...change('name', null, after.name),
  ...change('username', null, after.username),
  ...change('email', null, after.email),
  ...change('disabled', null, after.disabled ? 'true' : null),
  ...validityChanges(always, after),
  ...(hasPassword ? [passwordChange] : []),
];

function judgeEmail(
  { facts, options }: Context,
  row: ImportRow,
  before: StoredProfile | undefined,
  faults: Faults,
  lines: Lines,
) {
  const cell = row.values.email;
  if (cell === undefined || cell.trim() === '') {
    return before && (cell === undefined || !options.clear) ? before.email : null;
  }
  const email = faults.parse('email', schemas.email.unwrap(), cell) ?? null;
  const folded = keyOf(cell);
  const owner = facts.emails.get(folded);
  if (owner !== undefined && owner !== before?.id) faults.add('email', 'emailTaken');
  faults.duplicates('email', lines.email.get(folded), row.line);
  return email;
}

function judgeRoleCell(
  { actor, facts, options }: Context,
  row: ImportRow,
  before: StoredProfile | undefined,
  faults: Faults,
): readonly StoredRole[] {
  const current = before?.roles ?? [];
  const cell = row.values.roles;
  if (cell === undefined || (cell.trim() === '' && !options.clear)) return current;
  const names = readNames(cell, facts.roleNames);
  if ('unknown' in names) return (faults.add('roles', `unknownRole:${names.unknown}`), current);
  if ('ambiguous' in names) return (faults.add('roles', `ambiguousRole:${names.ambiguous}`), current);
  const wanted = facts.roles.filter(({ id }) => names.ids.includes(id));
  return faults.attempt('roles', () => judgeRoles(actor, current, wanted)) ?? current;
}
