// Mails of invitations: to their recipients, and to their senders when unused keys end soon.
import { paths } from '@keyward/contract/paths';
import { clock } from '#core/clock.ts';
import { localeOf } from '#core/http/locale.ts';
import type { Locale } from '@keyward/contract/locales';
import { locationZones } from '#core/locations/zones.ts';
import { queueMail } from '#core/mail/mail.ts';
import { fillLine, timeWords } from '#core/mail/words.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { mailTexts } from '#mail-texts/all.ts';
import { defaultLocale } from '@keyward/contract/locales';

type MailedKey = {
  device_name: string;
  location_id: string | null;
  expires_at: string;
  max_uses: number;
  uses: number;
};
type ZoneOf = Awaited<ReturnType<typeof locationZones>>;

/** A line for each key: the device, its end in its location's time, and the uses left. */
const keyLines = (keys: readonly MailedKey[], text: string, locale: Locale, zoneOf: ZoneOf): string =>
  keys
    .map(({ device_name: device, location_id: location, expires_at: end, max_uses: most, uses }) => {
      const time = timeWords(end, locale, zoneOf(locationIds(location)));
      return fillLine(text, { device, time, left: new Intl.NumberFormat(locale).format(most - uses) });
    })
    .join('\n');

type Invitation = {
  id: string;
  email: string;
  notes: string;
  locale: string;
  keys: readonly (MailedKey & { usable: boolean })[];
};

/**
 * Queues the mail with the link of an invitation, signed with the sender's name. Returns its id; undefined if no mail can be sent
 * to the address.
 */
export async function mailInvitation(
  db: Db,
  vault: Vault,
  invite: Invitation,
  { by, token }: { by: string; token: string },
): Promise<string | undefined> {
  const locale = localeOf(invite.locale) ?? defaultLocale;
  const keys = invite.keys.filter((key) => key.usable);
  const last = Math.max(...keys.map((key) => Date.parse(key.expires_at)));
  return queueMail(db, vault, {
    kind: 'invitation',
    to: { email: invite.email, locale },
    inviteId: invite.id,
    params: {
      by,
      lines: keyLines(keys, mailTexts[locale].keys.opens, locale, await locationZones(db)),
      quote: invite.notes,
      ios: paths.onepassApp('ios', { invitationId: invite.id }),
      android: paths.onepassApp('android', { invitationId: invite.id }),
    },
    secret: token,
    validMinutes: Math.max(1, Math.ceil((last - clock.now().getTime()) / 60_000)),
  });
}

/** A mail that cannot be sent within this time would come too late. */
const warningMinutes = 24 * 60;

/** Warns the sender that these keys of an invitation end soon without having been used up. */
export async function mailEnding(
  db: Db,
  vault: Vault,
  to: { id: string; email: string },
  { email, keys }: { email: string; keys: readonly MailedKey[] },
): Promise<void> {
  const zoneOf = await locationZones(db);
  await queueMail(db, vault, {
    kind: 'invitationEnding',
    to,
    params: (locale) => ({ email, lines: keyLines(keys, mailTexts[locale].keys.ending, locale, zoneOf) }),
    validMinutes: warningMinutes,
  });
}
