// Mails of inbox entries: of one at once, or of those gathered since, within the limits of a thread and of a person.
import { type NoticeDetails, type NoticeKind, noticeKinds } from '@keyward/contract/inbox';
import type { Locale } from '@keyward/contract/locales';
import { sql } from 'kysely';
import type { Vault } from '#core/auth/secrets.ts';
import { clock } from '#core/clock.ts';
import { localeOfProfile } from '#core/http/locale.ts';
import { type ZoneOf, zonesOfProfile } from '#core/locations/zones.ts';
import { queueMail } from '#core/mail/mail.ts';
import { fillLine } from '#core/mail/words.ts';
import { any, anyText, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { mailTexts } from '#mail-texts/all.ts';
import { ofClosings } from './closing-threads.ts';
import { mailTime } from './mail-time.ts';
import { noticeWords, severalNotices } from './words.ts';

/** Minimum minutes between two mails of a thread, and maximum mails to a person in an hour. */
const threadMinutes = 5;
const mailsAnHour = 50;
/** Lines of a mail, which gives only the number of further entries. */
const maxLines = 20;
/** Minutes after which an unsent mail is of no use. */
const validMinutes = 24 * 60;

/** The profile's address; undefined when it may not act or has none. */
const findRecipient = (db: Db, profileId: string) =>
  db
    .selectFrom('profile')
    .select('email')
    .where('id', '=', profileId)
    .where('email', 'is not', null)
    .where((eb) => eb.fn<boolean>('may_act', ['disabled', 'valid_from', 'valid_until']))
    .executeTakeFirst();

/** The threads of watches. */
const ofWatches = 'watch %';
/**
 * Due entries, without those of a thread that was mailed less than `threadMinutes` ago. `judged`: the threads of watches and
 * closing checks that this transaction judged; entries of others are left out. Without it, none are.
 */
const dueEntries = (db: Db, profileId: string, judged: readonly string[] | undefined) =>
  db
    .selectFrom('inbox_entry as e')
    .select(['e.id', 'e.kind', 'e.details', 'e.path', 'e.quiet', 'e.zone'])
    .where('e.profile_id', '=', profileId)
    .where('e.mail_at', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('inbox_entry as m')
            .select('m.id')
            .whereRef('m.profile_id', '=', 'e.profile_id')
            .whereRef('m.thread', '=', 'e.thread')
            .where('m.mailed_at', '>', sql<string>`now() - make_interval(mins => ${threadMinutes})`),
        ),
      ),
    )
    .$if(judged !== undefined, (entries) =>
      entries.where((eb) =>
        eb.or([
          eb.and([eb('e.thread', 'not like', ofWatches), eb('e.thread', 'not like', ofClosings)]),
          eb('e.thread', '=', anyText(judged ?? [])),
        ]),
      ),
    )
    .orderBy('e.id')
    .execute();
type DueEntry = Awaited<ReturnType<typeof dueEntries>>[number];

/** The entries that may be mailed now; the others are in quiet hours that have begun since, and wait for their end. */
async function withoutQuiet(db: Db, entries: readonly DueEntry[], zoneOf: ZoneOf): Promise<DueEntry[]> {
  const at = clock.now();
  const mailable: DueEntry[] = [];
  for (const entry of entries) {
    const mailAt = mailTime('mail', entry.quiet, at, zoneOf(entry.zone));
    if (!mailAt || mailAt <= at) mailable.push(entry);
    else
      await db.updateTable('inbox_entry').set({ mail_at: mailAt.toISOString() }).where('id', '=', entry.id).execute();
  }
  return mailable;
}

/** Number of mails to the profile in the last hour. */
async function countMails(db: Db, profileId: string): Promise<number> {
  const { n } = await db
    .selectFrom('inbox_entry')
    .select((eb) => eb.fn.count<number>('mail_id').distinct().as('n'))
    .where('profile_id', '=', profileId)
    .where('mailed_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Queues one mail with the entries of a profile that may be mailed now; entries that a limit holds back wait for the job. Entries
 * for a profile that may not act, or has no address, stay in the inbox alone and are not mailed later. `judged`: the threads of
 * watches and closing checks that were judged in this transaction; without it, all due ones were. Entries of others wait for the
 * job, which judges them first.
 */
export async function mailEntries(db: Db, vault: Vault, profileId: string, judged?: readonly string[]): Promise<void> {
  // so that two processes count the same mails one after the other
  const lock = sql<string>`hashtextextended(${`inbox ${profileId}`}, 0)`;
  await db.selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [lock]).as('locked')).execute();
  const recipient = await findRecipient(db, profileId);
  if (!recipient?.email) {
    await db
      .updateTable('inbox_entry')
      .set({ mail_at: null })
      .where('profile_id', '=', profileId)
      .where('mail_at', '<=', now)
      .execute();
    return;
  }
  if ((await countMails(db, profileId)) >= mailsAnHour) return;
  const zoneOf = await zonesOfProfile(db, profileId);
  const entries = await withoutQuiet(db, await dueEntries(db, profileId, judged), zoneOf);
  if (entries.length === 0) return;
  const locale = await localeOfProfile(db, profileId);
  const params = mailParams(entries, locale, zoneOf(null));
  const mailId = await queueMail(db, vault, {
    kind: 'inbox',
    to: { id: profileId, email: recipient.email },
    params,
    validMinutes,
  });
  await db
    .updateTable('inbox_entry')
    .set({ mail_at: null, mailed_at: now, mail_id: mailId ?? null })
    .where('id', '=', any(entries.map(({ id }) => id)))
    .execute();
}

type Entry = { kind: string; details: NoticeDetails; path: string };
const isKnown = (kind: string): kind is NoticeKind => noticeKinds.some((one) => one === kind);

function mailParams(entries: readonly Entry[], locale: Locale, zone: string) {
  const shown = entries.slice(0, maxLines);
  // a process of the release before may read a kind that this release wrote
  const lines = shown.map(({ kind, details }) => (isKnown(kind) ? noticeWords(kind, details, locale, zone) : kind));
  const rest = entries.length - shown.length;
  const more = fillLine(mailTexts[locale].lines.more, { count: new Intl.NumberFormat(locale).format(rest) });
  const [only = ''] = lines;
  return {
    title: lines.length === 1 ? only : severalNotices(entries.length, locale),
    lines: [...lines.map((line) => line.replace(/[\r\n]+/g, ' ')), ...(rest > 0 ? [more] : [])].join('\n'),
    paths: shown.map(({ path }) => path).join('\n'),
  };
}
