import type { RevertAction } from '@keyward/contract/imports';
import type { TagDefinition } from '@keyward/contract/groups';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { assertMayAssignTags, tagChanges } from '#core/tags/rules.ts';
import { contentByTag, namesOf, noContent, type ResolvedTag, sameContent } from '#core/tags/tags.ts';
import { pacing } from '#core/pace.ts';
import { fieldChanges, redates, roleChanges } from './changes.ts';
import { mayStayWith } from './holders.ts';
import { type Faults, faultsOf, refuseLastHolders } from './import-faults.ts';
import { keepingOf, type RevertFacts } from './import-revert-facts.ts';
import type { AppliedRow } from './import-planned.ts';
import { groupsOf } from './import-tags.ts';
import type { Kept, SealedRow } from './import-sealed.ts';
import type { Verdict } from './import-verdict.ts';
import type { StoredProfile } from './queries.ts';
import { assertMayActAs, assertMayChangeRoles, assertNotOwnValidity, judgeRoles } from './rights.ts';
import { locationsOf } from './service.ts';

/** The effect of reverting on one row. `verdict` concerns the profile as it is now; undefined if it is left alone. */
export type Reverting = { row: AppliedRow; action: RevertAction; kept: Kept | null; verdict: Verdict | undefined };
type Context = { actor: Actor; facts: RevertFacts };

/**
 * Judges the effect of reverting on the rows that were written, by the rules of deleting and changing a profile, and finds every
 * problem of a row instead of the first.
 */
export async function judgeReverting(context: Context, rows: readonly AppliedRow[]): Promise<Reverting[]> {
  const judged: Reverting[] = [];
  const pace = pacing();
  for (const row of rows) {
    await pace();
    judged.push(judgeRow(context, row));
  }
  refuseLastHolders(
    context.facts,
    judged.flatMap(({ verdict }) => verdict ?? []),
  );
  return judged.map((one) => (one.verdict?.errors.length ? { ...one, action: 'fail' } : one));
}

function judgeRow(context: Context, row: AppliedRow): Reverting {
  const current = context.facts.profiles.get(row.profileId);
  const kept = keepingOf(context.facts, row, current);
  if (kept || !current) return { row, action: 'keep', kept, verdict: undefined };
  if (row.outcome === 'created') return { row, action: 'delete', kept, verdict: deletion(context, row, current) };
  const verdict = restoring(context, row, current);
  if (verdict.errors.length || verdict.changes.length) return { row, action: 'restore', kept, verdict };
  return { row, action: 'keep', kept: { reason: 'nothingLeft', by: null, at: null }, verdict: undefined };
}

/** Verdict on a profile to delete: it holds no role afterwards. */
function deletion({ actor }: Context, { sealed }: AppliedRow, current: StoredProfile): Verdict {
  const faults = faultsOf([]);
  faults.attempt('username', () => {
    if (current.id === actor.id) throw new PortalError('cannotDeleteSelf');
  });
  faults.attempt('username', () => assertMayActAs(actor, current));
  return {
    ...unchanged(sealed, current, faults),
    stays: false,
    roles: [],
    changes: [...change('name', current.name, null), ...change('username', current.username, null)],
  };
}

/** A verdict without changes, to be extended by the caller. */
const unchanged = (sealed: SealedRow, current: StoredProfile, faults: Faults): Verdict => ({
  line: sealed.row.line,
  decision: faults.all.length ? 'error' : 'update',
  errors: faults.all,
  name: current.name,
  username: current.username,
  email: current.email,
  disabled: current.disabled,
  valid_from: current.valid_from,
  valid_until: current.valid_until,
  stays: current.stays,
  before: current,
  roles: current.roles,
  tags: [],
  changes: [],
  cleared: 0,
  toHash: false,
});

/** Verdict on a profile that gets back the values that the import changed. */
function restoring(context: Context, { sealed }: AppliedRow, current: StoredProfile): Verdict {
  const { actor, facts } = context;
  const faults = faultsOf([]);
  const was = sealed.before;
  if (!was) throw new Error('a row that changed a profile has its values before');
  const changed = new Set(sealed.changes.map(({ attribute }) => attribute));
  const validity = {
    valid_from: changed.has('valid_from') ? (was.valid_from ?? null) : current.valid_from,
    valid_until: changed.has('valid_until') ? (was.valid_until ?? null) : current.valid_until,
  };
  const after = {
    name: changed.has('name') ? was.name : current.name,
    username: current.username,
    email: changed.has('email') ? was.email : current.email,
    disabled: current.disabled,
    ...validity,
  };
  const owner = after.email === null ? undefined : facts.ownerOf(after.email);
  if (owner !== undefined && owner !== current.id) faults.add('email', 'emailTaken');
  const identity = fieldChanges(current, after, undefined);
  const dates = redates(current, after);
  if (dates) faults.attempt('username', () => assertNotOwnValidity(actor, current.id));
  const roles = changed.has('roles') ? formerRoles(context, sealed, was.roles, current, faults) : current.roles;
  const { tags, locationChanges } = formerTags(context, sealed, was.tags, current, faults);
  if (identity.length || locationChanges) faults.attempt('username', () => assertMayActAs(actor, current));
  return {
    ...unchanged(sealed, current, faults),
    ...after,
    stays: dates ? !current.disabled && mayStayWith(validity) : current.stays,
    roles,
    tags,
    changes: [...identity, ...roleChanges(current.roles, roles), ...tagChanges(tags, contentByTag(current.tags))],
  };
}

function formerRoles(
  { actor, facts }: Context,
  { changes }: SealedRow,
  ids: readonly string[],
  current: StoredProfile,
  faults: Faults,
) {
  const wanted = facts.roles.filter(({ id }) => ids.includes(id));
  if (wanted.length < ids.length) {
    const names = changes.find(({ attribute }) => attribute === 'roles')?.oldValue ?? '';
    faults.add('roles', `unknownRole:${names}`);
    return current.roles;
  }
  const roles = faults.attempt('roles', () => judgeRoles(actor, current.roles, wanted)) ?? current.roles;
  if (roles !== current.roles) faults.attempt('roles', () => assertMayChangeRoles(actor, current, 'roles'));
  return roles;
}

/** The ids of the tags that the row set. In rows stored without these ids, groups of one column are found by their labels. */
const changedTags = ({ row, changes, changedTags: ids }: SealedRow, definitions: readonly TagDefinition[]) =>
  ids ?? [
    ...row.tags.map(({ id }) => id),
    ...groupsOf(row.groups === undefined ? [] : definitions)
      .filter(
        ({ id, label }) =>
          !row.tags.some((tag) => tag.id === id) && changes.some(({ attribute }) => attribute === `tags.${label}`),
      )
      .map(({ id }) => id),
  ];

/** The tags that the row set, with their former content. */
function formerTags(
  { actor, facts }: Context,
  sealed: SealedRow,
  was: StoredProfile['tags'],
  current: StoredProfile,
  faults: Faults,
): { tags: ResolvedTag[]; locationChanges: boolean } {
  const now = contentByTag(current.tags);
  const former = contentByTag(was);
  const tags = changedTags(sealed, facts.definitions).flatMap((id): ResolvedTag[] => {
    const content = former.get(id) ?? noContent;
    const definition = facts.definitions.find((one) => one.id === id);
    if (sameContent(content, now.get(id) ?? noContent)) return [];
    if (!definition) return (faults.add('tags', 'unknownTag'), []);
    const values = namesOf(definition, content);
    if (values.length < content.valueIds.length) {
      const names = sealed.changes.find(({ attribute }) => attribute === `tags.${definition.label}`)?.oldValue ?? '';
      return (faults.add(definition.label, `unknownTagValue:${names}`), []);
    }
    // former content comes back unchanged: also several locations, which no form can set, and none where a value is required
    faults.attempt(definition.label, () =>
      assertMayAssignTags(actor, [{ definition, content }], now, { locationFree: false }),
    );
    return [{ definition, content }];
  });
  const locations = locationsOf(tags);
  if (locations) {
    faults.attempt('tags', () => {
      for (const one of locations.length ? locations : [null]) assertMayAssignLocation(actor, one);
    });
  }
  return { tags, locationChanges: locations !== undefined };
}
