import { createHash } from 'node:crypto';
import { resetSubmitted } from '@keyward/contract/password';
import { addressGroup } from '#core/http/address-group.ts';
import { defineJob } from '#core/jobs/job.ts';
import { queueMail } from '#core/mail/mail.ts';
import { issuePasswordToken, tokenMinutes, welcomeAgain } from '#core/auth/password-token.ts';
import type { Exchange } from '#core/http/exchange.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { findByUsername, lockProfile } from './queries.ts';

const sealContext = (tenantId: string) => `password reset ${tenantId}`;

/** Counts one request, in one statement, unless the key has had `limit` in this hour or one within `spacing` seconds. */
const count = `
  insert into reset_request as r (tenant_id, key, n) values ($1, $2, 1)
  on conflict (tenant_id, key) do update set
    n = case when r.since < now() - interval '1 hour' then 1 else r.n + 1 end,
    since = case when r.since < now() - interval '1 hour' then now() else r.since end,
    last_at = now()
  where (r.since < now() - interval '1 hour' or r.n < $3) and r.last_at <= now() - make_interval(secs => $4)
  returning n`;

/** Per hour, and seconds between two; both are judged by what was typed, whether there is such a profile or not. */
const limits = { address: { limit: 20, spacing: 0 }, account: { limit: 5, spacing: 60 } } as const;

/**
 * Asks for a mail with a link to set a new password. The request does the same for every name: whether there is such a
 * profile is looked up by the job that it queues.
 */
export async function requestReset(db: Db, vault: Vault, http: Exchange, username: string) {
  // hashed: what was typed may be a password, and lengths stay bounded
  const who = createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('hex');
  const counted = async (kind: keyof typeof limits, key: string) => {
    const { limit, spacing } = limits[kind];
    return (await rows(db, count, [db.tenantId, `${kind}:${key}`, limit, spacing])).length > 0;
  };
  if ((await counted('address', addressGroup(http.address))) && (await counted('account', who))) {
    await rows(db, 'select queue_password_reset($1)', [
      vault.seal(username, sealContext(db.tenantId)).toString('base64'),
    ]);
  }
  return { message: resetSubmitted } as const;
}

/** Did this profile get a link just now? Then the job runs again after it had done its work. */
const issuedJustNow = `select from password_token where tenant_id = $1 and profile_id = $2 and purpose = 'reset'
  and created_at > now() - interval '30 seconds'`;

type Payload = { tenantId: string; sealedName: string };

/**
 * Sends the link, if there is such a profile, which signs in with a password and has an e-mail address. A welcome link
 * that is still good is sent once more, with its own end.
 */
export const passwordReset = defineJob<Payload>({
  name: 'password-reset',
  run: async ({ tenantId, sealedName }, { database, vault }) => {
    const username = vault.open(Buffer.from(sealedName, 'base64'), sealContext(tenantId));
    if (username === undefined) throw new Error('the name cannot be decrypted: was the key of this server changed?');
    await inTenant(database.system, tenantId, async (db) => {
      const found = await findByUsername(db, username);
      // locked, so that the link goes to the address that it is bound to
      const profile = found && (await lockProfile(db, found.id));
      if (!profile?.email || profile.disabled || profile.sso) return;
      if ((await rows(db, issuedJustNow, [tenantId, profile.id])).length > 0) return;
      const to = { id: profile.id, email: profile.email };
      // anybody may ask: a link of days is not exchanged for one of an hour
      const welcome = await welcomeAgain(db, profile.id, vault);
      await queueMail(
        db,
        vault,
        welcome
          ? { kind: 'firstPassword', to, secret: welcome.token, usefulMinutes: welcome.minutes }
          : {
              kind: 'resetPassword',
              to,
              secret: await issuePasswordToken(db, profile.id, 'reset'),
              usefulMinutes: tokenMinutes.reset,
            },
      );
    });
  },
});
