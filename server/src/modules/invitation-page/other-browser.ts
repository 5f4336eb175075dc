// Moves an accepted invitation to another browser, with a code that is mailed to the invited address.
import { randomInt } from 'node:crypto';
import { browserCode, type InvitationPage } from '@keyward/contract/invitation-page';
import { defaultLocale } from '@keyward/contract/locales';
import { PortalError } from '#core/errors.ts';
import { addressGroup } from '#core/http/address-group.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { localeOf } from '#core/http/locale.ts';
import { type Refusal, refuse } from '#core/http/reply.ts';
import { queueMail } from '#core/mail/mail.ts';
import { countRequest } from '#core/auth/request-limit.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Db } from '#db/tenant.ts';
import { bindHere, refuseLink } from './bond.ts';
import {
  dropBrowserCode,
  inviteOfToken,
  keysOf,
  lockInviteOfToken,
  storeBrowserCode,
  tryBrowserCode,
  writeStep,
} from './queries.ts';
import { recordAcceptance } from './service.ts';
import { pageOf, stateOf } from './shape.ts';

const hashContext = (db: Db, inviteId: string) => `browser code ${db.tenantId} ${inviteId}`;

/** Limits of requests per hour, and the seconds between two, like those of links to set a password. */
const perHour = { address: { limit: 20, spacing: 0 }, invitation: { limit: 5, spacing: 60 } };

/** Mails a code, if the link is valid, the invitation was accepted and it still opens a device. Returns nothing in any case. */
export async function askForCode(db: Db, http: Exchange, vault: Vault, token: string): Promise<void> {
  if (!(await countRequest(db, `browser code:${addressGroup(http.address)}`, perHour.address))) return;
  const invite = await inviteOfToken(db, token);
  if (!invite?.browser_hash || stateOf(invite, await keysOf(db, invite.id)) !== 'active') return;
  if (!(await countRequest(db, `browser code of:${invite.id}`, perHour.invitation))) return;
  const code = String(randomInt(10 ** browserCode.digits)).padStart(browserCode.digits, '0');
  await storeBrowserCode(db, {
    inviteId: invite.id,
    tokenHash: invite.token_hash,
    codeHash: vault.lookupHashes(hashContext(db, invite.id), code).current,
    minutes: browserCode.minutes,
  });
  await queueMail(db, vault, {
    kind: 'browserCode',
    to: { email: invite.email, locale: localeOf(invite.locale) ?? defaultLocale },
    secret: code,
    validMinutes: browserCode.minutes,
  });
}

/**
 * Moves an accepted invitation to this browser; the former one loses it. Errors: linkNotValid, invitationOver, and
 * browserCodeNotValid for a wrong code, the sixth try, an expired code, and none.
 */
export async function moveHere(
  db: Db,
  http: Exchange,
  vault: Vault,
  { token, code }: { token: string; code: string },
): Promise<{ data: InvitationPage } | Refusal> {
  const invite = await lockInviteOfToken(db, token);
  if (!invite) return refuseLink(db, http);
  const keys = await keysOf(db, invite.id);
  if (stateOf(invite, keys) !== 'active') throw new PortalError('invitationOver');
  const stored = await tryBrowserCode(db, invite.id, invite.token_hash, browserCode.tries);
  const { current, old } = vault.lookupHashes(hashContext(db, invite.id), code.trim());
  if (!stored || ![current, old].some((hash) => hash?.equals(stored))) {
    return refuse('browserCodeNotValid', { field: 'code' });
  }
  await dropBrowserCode(db, invite.id);
  await bindHere(db, http, invite, keys);
  await writeStep(db, invite.id, 'movedBrowser');
  await recordAcceptance(db, invite, keys, { otherBrowser: true });
  return { data: await pageOf(db, invite, keys, 'here') };
}
