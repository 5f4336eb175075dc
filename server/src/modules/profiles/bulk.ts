import type { BulkChange, BulkPreview, bulkChanges } from '@keyward/contract/bulk-changes';
import type { TagDefinition } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import type { z } from 'zod';
import { refusalOf, tryRows } from '#core/bulk/judge.ts';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import { recordAll } from '#core/events/record.ts';
import { selectedIds } from '#core/list/selection.ts';
import { announce } from '#core/live/changes.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { contentByTag, noContent, withValues } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';
import { judgeChange, type Target } from './bulk-judge.ts';
import { countSessions } from './bulk-queries.ts';
import { writeChanges } from './bulk-write.ts';
import { assertMayEnd, endedAt, endProfiles } from './end.ts';
import { judgeStoredHolders } from './holders.ts';
import { judgeAddresses } from './link-limits.ts';
import { profileList } from './list.ts';
import { findVisible, judgeEach, lockVisible } from './many.ts';
import { purposeOfLink, sendPasswordLinks } from './password.ts';
import { findRoles, type StoredProfile, type StoredRole } from './queries.ts';
import { assertMayActAs, without } from './rights.ts';
import { profileTags, type Services, subject } from './service.ts';

type Input = z.output<(typeof bulkChanges)['apply']['body']>;

/** A change whose names have been resolved, to be applied to each profile. */
type Prepared =
  | { kind: 'target'; newRoles: readonly string[]; targetOf: (before: StoredProfile) => Target }
  | { kind: 'end'; newRoles: readonly []; targetOf: (before: StoredProfile) => Target }
  | { kind: 'sendReset'; newRoles: readonly [] };

const rolesOf = (change: BulkChange) => (change.kind === 'roles' ? [...change.give, ...change.take] : []);

/** Resolves the names of a change. Throws unknownRole, unknownTag, and what withValues throws. */
async function prepare(db: Db, change: BulkChange, definitions: readonly TagDefinition[]): Promise<Prepared> {
  switch (change.kind) {
    case 'sendReset':
      return { kind: 'sendReset', newRoles: [] };
    case 'end': {
      const now = clock.now().toISOString();
      const targetOf = (before: StoredProfile) => (before.ended ? {} : { validity: endedAt(before, now) });
      return { kind: 'end', newRoles: [], targetOf };
    }
    case 'active':
      return { kind: 'target', newRoles: [], targetOf: () => ({ disabled: change.disabled }) };
    case 'roles': {
      const { give, take } = change;
      const ids = [...new Set([...give, ...take])];
      const roles = await findRoles(db, ids);
      if (roles.length < ids.length) throw new PortalError('unknownRole', { field: 'change.give' });
      const given = roles.filter((role) => give.includes(role.id));
      const taken = roles.filter((role) => take.includes(role.id));
      const targetOf = ({ roles: held }: StoredProfile) => ({ roles: withRoles(held, given, taken) });
      return { kind: 'target', newRoles: give, targetOf };
    }
    case 'tag': {
      const definition = definitions.find(({ id, type }) => id === change.tagId && type === 1);
      if (!definition) throw new PortalError('unknownTag', { field: 'change.tagId' });
      const targetOf = (before: StoredProfile) => {
        const stored = contentByTag(before.tags).get(definition.id) ?? noContent;
        return { tags: [{ definition, content: withValues(definition, stored, change) }] };
      };
      return { kind: 'target', newRoles: [], targetOf };
    }
  }
}

const withRoles = (held: readonly StoredRole[], given: readonly StoredRole[], taken: readonly StoredRole[]) =>
  without([...held, ...without(given, held)], taken);

/**
 * Previews a change: its effect on each of the selected profiles, and the profiles that refuse it. Writes nothing. Throws what
 * selectedIds and `prepare` throw, and notFound.
 */
export async function previewChange(db: Db, actor: Actor, { rows, change }: Input): Promise<BulkPreview> {
  const ids = await selectedIds(db, actor, profileList, rows);
  const definitions = await profileTags(db);
  const prepared = await prepare(db, change, definitions);
  const profiles = await findVisible(db, actor, ids);
  const judgeReset = prepared.kind === 'sendReset' ? await judgeResets(db, actor, profiles) : undefined;
  let mails = 0;
  const { judged, refused: forbidden } = tryRows(profiles, (profile) => {
    if (prepared.kind === 'sendReset') {
      judgeReset?.(profile);
      mails++;
      return undefined;
    }
    if (prepared.kind === 'end') assertMayEnd(actor, profile);
    return judgeChange(actor, definitions, profile, prepared.targetOf(profile));
  });
  const permitted = judged.filter((one) => one !== undefined);
  const leaving = await judgeStoredHolders(db, permitted);
  const changes = permitted.filter((one) => !leaving.has(one));
  const refusals = new Map([
    ...forbidden.map(({ row, ...refusal }) => [row.id, refusal] as const),
    ...[...leaving].map(([{ before }, error]) => [before.id, refusalOf(error)] as const),
  ]);
  const refused = profiles.flatMap(({ id, name }) => {
    const refusal = refusals.get(id);
    return refusal ? [{ id, name, ...refusal }] : [];
  });
  const affected = changes.filter((one) => one.changes.length > 0);
  const stopping = affected.filter(({ stops }) => stops).map(({ before }) => before.id);
  const count = (gained: boolean) =>
    affected.filter(({ permissions }) => permissions.some((permission) => permission.gained === gained)).length;
  return {
    changed: affected.length + mails,
    unchanged: changes.length - affected.length,
    gaining: count(true),
    losing: count(false),
    sessions: stopping.length ? await countSessions(db, stopping) : 0,
    mails,
    people: affected.slice(0, limits.impactPeople).map(({ before, permissions, changes: values }) => ({
      id: before.id,
      name: before.name,
      disabled: before.disabled,
      changes: permissions,
      values,
    })),
    refused: refused.slice(0, limits.impactPeople),
    refusals: refused.length,
    refusedIds: refused.map(({ id }) => id),
  };
}

/**
 * Applies a change to the selected profiles, all or none, with an event for each. Returns the number of changed profiles, and the
 * id for undoing. Throws what judgeChange and `judgeResets` throw, naming the row, lastHolder, lastRolesEditor, and what
 * previewChange throws.
 */
export async function applyChange(db: Db, actor: Actor, services: Services, { rows, change }: Input) {
  if (change.kind === 'end') return endProfiles(db, actor, rows);
  const ids = await selectedIds(db, actor, profileList, rows);
  const locked = await lockVisible(db, actor, ids, rolesOf(change));
  const definitions = await profileTags(db);
  const prepared = await prepare(db, change, definitions);
  if (prepared.kind === 'sendReset') return sendResets(db, actor, services.vault, locked);
  const judged = judgeEach(locked, (profile) => judgeChange(actor, definitions, profile, prepared.targetOf(profile)));
  return writeChanges(db, actor, services, judged);
}

/**
 * Returns a function that judges a profile and returns the purpose of its link. It throws emailRequired, noPasswordHere,
 * linkWouldNotWork, tooManyLinksToAddress, keywardAdminKept, cannotGrant and locationNotAllowed.
 */
async function judgeResets(db: Db, actor: Actor, profiles: readonly StoredProfile[]) {
  const judgeAddress = await judgeAddresses(
    db,
    profiles.flatMap(({ email }) => email ?? []),
  );
  return (profile: StoredProfile) => {
    assertMayActAs(actor, profile);
    if (profile.sso) throw new PortalError('noPasswordHere');
    if (!profile.email) throw new PortalError('emailRequired');
    const purpose = purposeOfLink(profile);
    judgeAddress(profile.email);
    return { profile, purpose };
  };
}

/** Sends links. There is nothing to undo, because a mail cannot be recalled. Throws what judgeResets throws, and tooManyLinks. */
async function sendResets(db: Db, actor: Actor, vault: Vault, profiles: readonly StoredProfile[]) {
  await sendPasswordLinks(db, vault, judgeEach(profiles, await judgeResets(db, actor, profiles)));
  announce(
    db,
    profiles.map(({ id, locations }) => ({ resource: 'user', id, locations })),
  );
  await recordAll(
    db,
    actor,
    profiles.map((profile) => ({
      event: 'MODIFY_USER',
      result: 'success',
      entity: subject(profile),
      locations: profile.locations,
      raw: { sent: 'reset instructions' },
    })),
  );
  return { changed: profiles.length, id: null };
}
