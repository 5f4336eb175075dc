import type { MobileApps, StoreLinks } from '@keyward/contract/apps';
import type { Parsed } from '@keyward/contract/endpoint';
import type { passwords } from '@keyward/contract/password';
import { hashingCall } from '#core/auth/hashing.ts';
import { looksLikeSecret, type Vault } from '#core/auth/secrets.ts';
import { endOtherSessionsOf, endSessionsOf } from '#core/auth/session.ts';
import { lockProfile } from '#core/auth/sign-in-profile.ts';
import { hasNoPassword } from '#core/auth/sso-policy.ts';
import type { Step } from '#core/auth/start-session.ts';
import { type ActorStep, withPassword } from '#core/auth/with-password.ts';
import { PortalError } from '#core/errors.ts';
import { passwordChange, writeEvents } from '#core/events/events.ts';
import { recordAll } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import type { Db } from '#db/tenant.ts';
import { hashNewPassword, writePassword } from './new-password.ts';
import { ownerOfToken, type TokenOwner, consumeToken } from './queries.ts';

const ownerOf = async (db: Db, token: string): Promise<TokenOwner | undefined> =>
  looksLikeSecret(token) ? ownerOfToken(db, token) : undefined;

/** The owner of the token; does not consume the token. */
export async function describeToken(db: Db, token: string) {
  const owner = await ownerOf(db, token);
  return { email: owner?.email ?? null, username: owner?.username ?? null, isValid: owner !== undefined };
}

const appsOf = (permissions: readonly string[], { onekey, mkey }: StoreLinks): MobileApps => ({
  ...(permissions.includes('OKM-USER') ? { onekey } : {}),
  ...(permissions.includes('MOBILE-USER') ? { mkey } : {}),
});

/**
 * Sets the password of the token's owner, ends all their sessions, and notifies them by mail. Starts no session.
 * Errors: linkNotValid, passwordsBusy, passwordUsedBefore (the token stays valid).
 */
export async function setPassword(
  step: Step,
  { vault, links }: { vault: Vault; links: StoreLinks },
  input: { token: string; password: string },
) {
  const owner = await step((db) => ownerOf(db, input.token));
  if (!owner) throw new PortalError('linkNotValid');
  const hash = await hashingCall(() => hashNewPassword(input.password, owner));
  if (hash === undefined) throw new PortalError('passwordUsedBefore', { field: 'password' });
  await step((db) => replacePassword(db, vault, { token: input.token, hash, owner }));
  const mobileApps = appsOf(owner.apps, links);
  return { data: Object.keys(mobileApps).length > 0 ? { mobileApps } : {} };
}

async function replacePassword(
  db: Db,
  vault: Vault,
  { token, hash, owner }: { token: string; hash: string; owner: TokenOwner },
): Promise<void> {
  // lock the profile first, as everything that issues or revokes its links does
  const profile = await lockProfile(db, owner.profile_id);
  const used = await consumeToken(db, token);
  if (!profile || !used) throw new PortalError('linkNotValid');
  await writePassword(db, vault, profile, { hash, former: owner.former });
  const ended = await endSessionsOf(db, profile.id);
  const subject = { domain: 'profile', id: profile.id, name: profile.name, email: profile.email } as const;
  const common = { agent: subject, entity: subject, result: 'success', locations: profile.locations } as const;
  await writeEvents(db, [
    { ...common, event: 'RESET_PASSWORD' },
    ...(ended > 0 ? [{ ...common, event: 'REVOKE_SESSION', raw: { sessions: ended } } as const] : []),
  ]);
}

/**
 * Changes the caller's own password. The current session continues and the others end; links to set a password are revoked, as
 * with every change. Errors: passwordsBusy, noPasswordHere with single sign-on, tooManyAttempts, wrongPassword,
 * passwordUsedBefore.
 */
export async function changeOwnPassword(
  step: ActorStep,
  http: Exchange,
  vault: Vault,
  input: Parsed<typeof passwords.changeOwn>['body'],
) {
  return withPassword(step, http, input.password, {
    before: async (db, actor) => {
      if (actor.support) throw new PortalError('forbidden');
      if (await hasNoPassword(db, actor.username)) throw new PortalError('noPasswordHere', { field: 'password' });
    },
    prepare: async (stored) => ({ hash: await hashNewPassword(input.newPassword, stored), former: stored.former }),
    work: async (db, actor, profile, prepared) => {
      if (!prepared?.hash) return refuse('passwordUsedBefore', { field: 'newPassword' });
      const { hash, former } = prepared;
      await writePassword(db, vault, profile, { hash, former });
      const ended = await endOtherSessionsOf(db, actor.id, actor.sessionId);
      const common = {
        entity: { ...actor, domain: 'profile' },
        locations: actor.locations,
        result: 'success',
      } as const;
      await recordAll(db, actor, [
        { ...common, event: 'MODIFY_USER', changes: [passwordChange] },
        ...(ended > 0 ? [{ ...common, event: 'REVOKE_SESSION', raw: { sessions: ended } } as const] : []),
      ]);
      return undefined;
    },
  });
}
