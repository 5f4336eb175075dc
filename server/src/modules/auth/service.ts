import type { Me } from '@keyward/contract/auth';
import { isPermissionId, isValueOf, permissionCatalogue, permissionIds } from '@keyward/contract/permissions';
import { clearAttempts, reserveAttempt } from '#core/auth/attempts.ts';
import { rememberWay } from '#core/auth/known-ways.ts';
import { hashingCall } from '#core/auth/hashing.ts';
import { verifyPassword } from '#core/auth/password.ts';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import { type Actor, endSession, supportPermissions } from '#core/auth/session.ts';
import { findByUsername, holdByUsername, lockProfile } from '#core/auth/sign-in-profile.ts';
import { hasNoPassword } from '#core/auth/sso-policy.ts';
import { recordSignIn, startSession, type Step } from '#core/auth/start-session.ts';
import { PortalError } from '#core/errors.ts';
import { looksLikeSecret } from '#core/auth/secrets.ts';
import { version } from '#core/version.ts';
import { logoAddress } from '#core/organization/logo.ts';
import { findOrganization } from '#core/organization/organization.ts';
import type { Db } from '#db/tenant.ts';
import { hasLocationTag, hasPasskey, issueSecondFactor, type RoleRow, rolesOf, consumeSignInLink } from './queries.ts';

/**
 * Signs in with a password, in three steps so that no connection is held while hashing: reserve the attempt, verify, then start
 * the session or record the failure. Unknown, barred (disabled or not valid now), wrong and single sign-on get the same response
 * in the same time. A temporary password yields a token to set a new one instead of a session; a profile with a passkey gets a
 * token for the second step. Errors: passwordsBusy, tooManyAttempts, invalidCredentials.
 */
export const signIn = (step: Step, http: Exchange, input: SignIn) =>
  hashingCall(() => checkPassword(step, http, input));

type SignIn = { username: string; password: string };

async function checkPassword(step: Step, http: Exchange, input: SignIn) {
  const { attempt, candidate } = await step(async (db) => ({
    attempt: await reserveAttempt(db, input.username, http),
    candidate: await findByUsername(db, input.username),
  }));
  const usable = candidate && !candidate.barred && !candidate.sso ? candidate.password_hash : null;
  const correct = await verifyPassword(usable, input.password);
  return step(async (db) => {
    // read again: the profile may have been barred or its password changed during hashing, or is about to be
    const profile = await (correct ? holdByUsername : findByUsername)(db, input.username);
    const agent = profile && { ...profile, domain: 'profile' as const };
    if (!correct || !profile || profile.barred || profile.sso || profile.password_hash !== usable) {
      // the typed name is recorded only when a profile has it: users sometimes type a password there
      await record(db, agent ?? null, {
        event: 'FAILED_LOGIN',
        result: 'failure',
        ...(agent ? { entity: agent, locations: agent.locations } : {}),
      });
      return refuse('invalidCredentials');
    }
    // profiles are always locked before attempts
    const passwordResetToken = profile.password_temporary && (await issuePasswordToken(db, profile.id, 'temporary'));
    await clearAttempts(db, attempt);
    if (passwordResetToken) {
      await recordSignIn(db, profile, { by: 'temporary password', session: false });
      return { data: { passwordResetToken } };
    }
    if (await hasPasskey(db, profile.id)) return { data: { secondFactor: await issueSecondFactor(db, profile.id) } };
    await startSession(db, profile, http, 'password');
    await rememberWay(db, profile.username, http);
    return { data: {} };
  });
}

/** Signs in with a one-time link of the operator. Errors: linkNotValid, for every kind of invalid link. */
export async function signInByLink(db: Db, http: Exchange, token: string) {
  const owner = looksLikeSecret(token) ? await consumeSignInLink(db, token) : undefined;
  const profile = owner && (await lockProfile(db, owner));
  if (!profile || profile.barred) throw new PortalError('linkNotValid');
  await startSession(db, profile, http, 'link');
  return { data: { isAuthenticated: true } } as const;
}

export async function signOut(db: Db, actor: Actor): Promise<void> {
  if (!(await endSession(db, actor.sessionId))) return;
  await record(db, actor, {
    event: 'LOGOUT',
    result: 'success',
    entity: { ...actor, domain: 'profile' },
    locations: actor.locations,
  });
}

/** Public sign-in data of the organization: the same for every caller at its host, also while it is suspended. */
export async function describeSignIn(db: Db) {
  const { name, settings } = await findOrganization(db);
  return { name, logo: await logoAddress(db), passkeyAlone: settings.passkeyAlone };
}

/** A role as /me and the role editor show it: every permission of the catalogue with its value. */
function permissionsOf(role: RoleRow): Me['roles'][number]['permissions'] {
  return permissionIds.map((id) => {
    const { name, category, type } = permissionCatalogue[id];
    const held = role.permissions[id];
    const none = type === 'multi' ? 'NONE' : 'FALSE';
    return {
      id,
      name,
      category,
      type: name === 'CAN-EXPORT-CSV' ? 'csv' : type,
      value: held && isPermissionId(id) && isValueOf(id, held) ? held : none,
    };
  });
}

export async function describeMe(db: Db, actor: Actor): Promise<Me> {
  const roles: RoleRow[] = actor.support
    ? [{ id: actor.id, name: 'Support', locked: true, permissions: supportPermissions }]
    : await rolesOf(db, actor.id);
  return {
    id: actor.id,
    name: actor.name,
    username: actor.username,
    email: actor.email,
    customerName: actor.tenant.name,
    logo: await logoAddress(db),
    isKeywardAdmin: actor.isKeywardAdmin,
    support: actor.support,
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      locked: role.locked,
      permissions: permissionsOf(role),
    })),
    enabledFeatures: [...actor.authority.features],
    hasPassword: !actor.support && !(await hasNoPassword(db, actor.username)),
    locations: [...actor.locations],
    hasLocations: await hasLocationTag(db),
    offlineOkmMinutes: actor.tenant.config.offlineOkmMinutes,
    softwareVersion: version,
  };
}
