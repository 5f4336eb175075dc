import { isSupportName } from '#core/auth/support-profile.ts';
import { endSessionsOf } from '#core/auth/session.ts';
import { mayAct } from '#core/auth/may-act.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { recordOperator } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import { nextVersion } from '#db/fragments.ts';
import { StartError } from '#db/start-error.ts';
import type { Db } from '#db/tenant.ts';
import { roleIds } from '#modules/profiles/changes.ts';
import { findProfile, lockProfile, type StoredProfile } from '#modules/profiles/queries.ts';
import { assertStillHeld, lockRoleChanges, lostRoles } from '#modules/profiles/rights.ts';
import { asOperator, inTenantBySlug } from './command.ts';
import { type Named, profileOf, readProfile, subject } from './profile.ts';

/** The profile, locked after its roles, as a change in the portal locks them. */
async function lockWithRoles(db: Db, named: Named): Promise<StoredProfile> {
  const { id } = await profileOf(db, named);
  await lockRoleChanges(db, roleIds((await findProfile(db, id))?.roles ?? []));
  const profile = await lockProfile(db, id);
  if (!profile) throw new StartError(`${named.slug} has no profile ${named.username}.`);
  return profile;
}

/** @throws StartError when no other profile could replace the disabled one as a holder of its roles. */
async function requireStillHeld(db: Db, before: StoredProfile, { slug, username }: Named): Promise<void> {
  const lost = lostRoles(before, before.roles, true);
  await assertStillHeld(db, lost).catch((cause: unknown) => {
    if (!(cause instanceof PortalError)) throw cause;
    throw new StartError(
      `${username} of ${slug} was not disabled. ${cause.message} If the account is stolen, tenant suspend ${slug} stops it at once, with the whole organization.`,
      { cause },
    );
  });
}

/** Returns the outcome, as a sentence. A session survives only if its owner could act all along. */
async function switchProfile(db: Db, named: Named, disabled: boolean): Promise<string> {
  const { slug, username } = named;
  const before = await lockWithRoles(db, named);
  if (before.disabled === disabled)
    return `${username} of ${slug} is ${disabled ? 'disabled' : 'enabled'} already: nothing was changed.`;
  if (!disabled && isSupportName(before.username))
    throw new StartError(`${username} of ${slug} only marks who opened support sessions, and is never enabled.`);
  const { active } = await db
    .updateTable('profile')
    .set({ disabled, ...nextVersion, updated_by: 'Operator' })
    .where('id', '=', before.id)
    .returning(mayAct('profile').as('active'))
    .executeTakeFirstOrThrow();
  if (disabled) await requireStillHeld(db, before, named);
  const sessions = await endSessionsOf(db, before.id);
  const common = { entity: subject(before), locations: before.locations };
  announce(db, [{ resource: 'user', id: before.id, locations: before.locations }]);
  await recordOperator(
    db,
    { ...common, event: 'MODIFY_USER', changes: change('disabled', `${!disabled}`, `${disabled}`) },
    ...(sessions > 0 ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions } }] : []),
  );
  if (disabled) return `${username} of ${slug} is disabled, and open sessions have ended.`;
  return `${username} of ${slug} is enabled${active ? '' : ', but not valid now'}.`;
}

const command = (disabled: boolean) => async (args: string[]) => {
  const named = readProfile('user', args);
  await asOperator(async (operator) =>
    console.log(await inTenantBySlug(operator, named.slug, (db) => switchProfile(db, named, disabled))),
  );
};

/** `user disable` and `user enable`: the switch of the profile's form, with the same rules for roles. */
export const disableUser = command(true);
export const enableUser = command(false);
