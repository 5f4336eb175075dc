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
  /** A profile, in the language of its setting, else the tenant's; or an address that belongs to no profile. */
  to: { id: string; email: string } | { email: string; locale: Locale };
  /** The OnePASS invitation that it carries; the outcome of the mail is stored there. */
  inviteId?: string;
  /**
   * Parameters of the text besides the names of the tenant and of the profile, if it has one; some are words in the mail's
   * language.
   */
  params?: Params | ((locale: Locale) => Params);
  /** The token of the link: encrypted in the row, and erased once the mail is sent. */
  secret?: string;
  /** An attached file, kept until the mail is sent or given up. */
  attachment?: { name: string; content: Uint8Array };
  /** The mail is not sent after this time. */
  validMinutes: number;
};

/** One plain address: no characters that a mail program could parse as two addresses or as the end of a header. */
const plainAddress = /^[^\s,;:<>()[\]"\\@\p{Cc}]+@[^\s,;:<>()[\]"\\@\p{Cc}]+$/u;
export const isMailAddress = (text: string): boolean => plainAddress.test(text);

export const secretContext = (tenantId: string, mailId: string): string => `mail ${tenantId} ${mailId}`;
/** The tokens of links in mails that are not yet sent. */
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

/** The lifetime of a link, rounded down to the largest unit that fits at least twice: '7 days', '25 hours'. */
export function timeLeft(minutes: number, locale: Locale): string {
  const { unit, minutes: each } = units.find((u) => minutes >= 2 * u.minutes) ?? units[2];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(minutes / each));
}

/**
 * Puts a mail into the outbox, in the caller's transaction: a change that is rolled back sends nothing. Returns its id; skips an
 * invalid address, since most callers could not correct it.
 */
export async function queueMail(db: Db, vault: Vault, mail: NewMail): Promise<string | undefined> {
  const { to } = mail;
  if (!isMailAddress(to.email)) return undefined;
  const id = randomUUIDv7();
  const secret = mail.secret === undefined ? null : vault.seal(mail.secret, secretContext(db.tenantId, id));
  const locale = 'id' in to ? await localeOfProfile(db, to.id) : to.locale;
  const params = {
    ...(typeof mail.params === 'function' ? mail.params(locale) : mail.params),
    ...(mail.secret === undefined ? {} : { left: timeLeft(mail.validMinutes, locale) }),
  };
  const profileId = sql<string>`${'id' in to ? to.id : null}::uuid`;
  await db
    .insertInto('mail')
    .columns(['id', 'kind', 'recipient', 'locale', 'params', 'secret', 'expires_at', 'invite_id'])
    .expression((eb) =>
      eb
        .selectFrom('tenant as t')
        .leftJoin('profile as p', (join) => join.on('p.id', '=', profileId))
        .select([
          eb.val(id).as('id'),
          eb.val(mail.kind).as('kind'),
          eb.val(to.email).as('recipient'),
          eb.val(locale).as('locale'),
          sql<string>`jsonb_strip_nulls(jsonb_build_object('name', p.name, 'username', p.username, 'customer', t.name))
            || ${JSON.stringify(params)}::jsonb`.as('params'),
          eb.val(secret).as('secret'),
          minutesFromNow(mail.validMinutes).as('end'),
          sql<string | null>`${mail.inviteId ?? null}::uuid`.as('invite'),
        ])
        .where('t.id', '=', db.tenantId)
        .where((one) => one.or([one(profileId, 'is', null), one('p.id', 'is not', null)])),
    )
    .execute();
  if (mail.attachment) {
    const { name, content } = mail.attachment;
    await db
      .insertInto('mail_attachment')
      .values({ mail_id: id, name, content: Buffer.from(content) })
      .execute();
  }
  await db.selectNoFrom((eb) => eb.fn('queue_mail', [eb.cast(eb.val(id), 'uuid')]).as('queued')).execute();
  return id;
}

/**
 * Withdraws the unsent mails of an invitation: their link has ended, or another mail replaces them. Returns whether there were
 * any.
 */
export async function withdrawMails(db: Db, inviteId: string): Promise<boolean> {
  const withdrawn = await db
    .updateTable('mail')
    .set({ state: 'failed', secret: null, last_error: 'withdrawn' })
    .where('invite_id', '=', inviteId)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  return withdrawn.length > 0;
}
