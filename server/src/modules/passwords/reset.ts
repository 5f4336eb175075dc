import { resetSubmitted } from '@keyward/contract/password';
import { accountHash } from '#core/auth/known-ways.ts';
import { countRequest, type RequestLimit } from '#core/auth/request-limit.ts';
import { clock } from '#core/clock.ts';
import { addressGroup } from '#core/http/address-group.ts';
import { defineJob } from '#core/jobs/job.ts';
import { queueMail } from '#core/mail/mail.ts';
import { issuePasswordToken, tokenMinutes, currentWelcomeToken } from '#core/auth/password-token.ts';
import type { Exchange } from '#core/http/exchange.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { findByUsername, lockProfile } from '#core/auth/sign-in-profile.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { hasRecentLink, queueReset } from './queries.ts';

const sealContext = (tenantId: string) => `password reset ${tenantId}`;

/** Requests per hour, and the minimum seconds between two; keyed by the typed name, whether a profile has it or not. */
const perHour = { address: { limit: 20, spacing: 0 }, account: { limit: 5, spacing: 60 } } satisfies Record<
  string,
  RequestLimit
>;

/**
 * Requests a mail with a link to set a new password. The request does the same for every name; the queued job finds out whether a
 * profile has it.
 */
export async function requestReset(db: Db, vault: Vault, http: Exchange, username: string) {
  const address = await countRequest(db, `address:${addressGroup(http.address)}`, perHour.address);
  if (address && (await countRequest(db, `account:${accountHash(username)}`, perHour.account))) {
    await queueReset(db, vault.seal(username, sealContext(db.tenantId)));
  }
  return { message: resetSubmitted } as const;
}

type Payload = { tenantId: string; sealedName: string };

/**
 * Sends the link if a profile has the name, signs in with a password and has an e-mail address. A welcome link that is still
 * valid is sent again, with its original expiry. A request older than an hour sends no mail, because its sender no longer expects
 * one.
 */
export const passwordReset = defineJob<Payload>({
  name: 'password-reset',
  run: async ({ tenantId, sealedName }, { database, vault }, queuedAt = clock.now()) => {
    if (clock.now().getTime() - queuedAt.getTime() > tokenMinutes.reset * 60_000) return;
    const username = vault.open(Buffer.from(sealedName, 'base64'), sealContext(tenantId));
    if (username === undefined) throw new Error('the name cannot be decrypted: was the server’s key changed?');
    await inTenant(database.system, tenantId, async (db) => {
      const candidate = await findByUsername(db, username);
      // locked, so that the link goes to the address it is bound to
      const profile = candidate && (await lockProfile(db, candidate.id));
      if (!profile?.email || profile.barred || profile.sso) return;
      if (await hasRecentLink(db, profile.id)) return;
      const to = { id: profile.id, email: profile.email };
      // anyone may request a reset: do not replace a link valid for days by one valid for an hour
      const welcome = await currentWelcomeToken(db, profile.id, vault);
      await queueMail(
        db,
        vault,
        welcome
          ? { kind: 'firstPassword', to, secret: welcome.token, validMinutes: welcome.minutes }
          : {
              kind: 'resetPassword',
              to,
              secret: await issuePasswordToken(db, profile.id, 'reset'),
              validMinutes: tokenMinutes.reset,
            },
      );
    });
  },
});
