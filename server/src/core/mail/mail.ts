import { randomUUIDv7 } from 'node:crypto';
import type { Locale } from '@keyward/contract/locales';
import { sql } from 'kysely';
import { minutesFromNow } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import type { MailKind } from '#mail-texts/texts.ts';
import { localeOfProfile } from '#core/http/locale.ts';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import type { Vault } from '#core/auth/secrets.ts';

type Params = Readonly<Record<string, string>>;
export type NewMail = {
  kind: MailKind;
  /** The recipient; the language is the profile's setting, else the tenant's. */
  to: { id: string; email: string };
  /** Parameters of the text besides the names of the profile and the tenant; some are words in the mail's language. */
  params?: Params | ((locale: Locale) => Params);
  /** The token of the link: encrypted in the row, and erased once the mail is sent. */
  secret?: string;
  /** The mail is not sent after this time. */
  validMinutes: number;
};

/** One plain address: no characters that a mail program could parse as two addresses or as the end of a header. */
const plainAddress = /^[^\s,;:<>()[\]"\\@\p{Cc}]+@[^\s,;:<>()[\]"\\@\p{Cc}]+$/u;
export const isMailAddress = (text: string): boolean => plainAddress.test(text);

export const secretContext = (tenantId: string, mailId: string): string => `mail ${tenantId} ${mailId}`;
/** The tokens of links in mails that are not sent yet. */
export const mailLinksInWaiting: SealedColumn = {
  table: 'mail',
  column: 'secret',
  key: ['id'],
  context: (tenantId, { id = '' }) => secretContext(tenantId, id),
};

const units = [
  { unit: 'day', minutes: 24 * 60 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const;

/** '7 days', '25 hours': the lifetime of a link, rounded down to the largest unit that fits at least twice. */
export function timeLeft(minutes: number, locale: Locale): string {
  const { unit, minutes: each } = units.find((u) => minutes >= 2 * u.minutes) ?? units[2];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(minutes / each));
}

/**
 * Puts a mail into the outbox, in the caller's transaction: a change that is rolled back sends nothing. An invalid
 * address is skipped, since the caller could not correct it.
 */
export async function queueMail(db: Db, vault: Vault, mail: NewMail): Promise<void> {
  if (!isMailAddress(mail.to.email)) return;
  const id = randomUUIDv7();
  const secret = mail.secret === undefined ? null : vault.seal(mail.secret, secretContext(db.tenantId, id));
  const locale = await localeOfProfile(db, mail.to.id);
  const params = {
    ...(typeof mail.params === 'function' ? mail.params(locale) : mail.params),
    ...(mail.secret === undefined ? {} : { left: timeLeft(mail.validMinutes, locale) }),
  };
  await db
    .insertInto('mail')
    .columns(['id', 'kind', 'recipient', 'locale', 'params', 'secret', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('profile as p')
        .innerJoin('tenant as t', (join) => join.on('t.id', '=', db.tenantId))
        .select([
          eb.val(id).as('id'),
          eb.val(mail.kind).as('kind'),
          eb.val(mail.to.email).as('recipient'),
          eb.val(locale).as('locale'),
          sql<string>`jsonb_build_object('name', p.name, 'username', p.username, 'customer', t.name)
            || ${JSON.stringify(params)}::jsonb`.as('params'),
          eb.val(secret).as('secret'),
          minutesFromNow(mail.validMinutes).as('end'),
        ])
        .where('p.id', '=', mail.to.id),
    )
    .execute();
  await db.selectNoFrom((eb) => eb.fn('queue_mail', [eb.cast(eb.val(id), 'uuid')]).as('queued')).execute();
}
