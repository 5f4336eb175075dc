// Sends one report, with the content that its owner may see now, as one mail in the outbox.
import type { NoticeKind } from '@keyward/contract/inbox';
import type { ReportState } from '@keyward/contract/reports';
import { sql } from 'kysely';
import { type Actor, findActingProfile } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { clock } from '#core/clock.ts';
import { figurePath, readSummary } from '#core/dashboard/cards.ts';
import { localeOfProfile } from '#core/http/locale.ts';
import { tell } from '#core/inbox/tell.ts';
import { isMailAddress, queueMail } from '#core/mail/mail.ts';
import { fillLine, timeWords } from '#core/mail/words.ts';
import { countWatched } from '#core/watches/rows.ts';
import type { Db } from '#db/tenant.ts';
import { mailTexts } from '#mail-texts/all.ts';
import { makeFile, type ReportFile } from './file.ts';
import { openReport, type OpenReport } from './open.ts';
import { cardName } from './portal-file.ts';
import { type DueReport, storeAsleep, storeSent } from './sending-queries.ts';

/** A mail that cannot be sent within this time would be of no use. */
const validMinutes = 24 * 60;

/** Mails the report, or notes in the inbox once why it cannot be mailed; it is tried again at its next time. */
export async function sendReport(db: Db, vault: Vault, report: DueReport): Promise<void> {
  const actor = await findActingProfile(db, report.owner_id);
  const open = await openReport(db, actor, report, report.schedule.zone);
  if (typeof open === 'string' || !actor) return sleep(db, vault, report, typeof open === 'string' ? open : 'right');
  const { id, email } = actor;
  if (!email || !isMailAddress(email)) return sleep(db, vault, report, 'address');
  const content =
    open.what === 'list' ? await ofList(db, actor, report, open) : await ofDashboard(db, actor, report, open);
  await queueMail(db, vault, { kind: 'report', to: { id, email }, validMinutes, ...content });
  await storeSent(db, report.id, clock.now());
}

async function ofList(db: Db, actor: Actor, report: DueReport, { open }: Extract<OpenReport, { what: 'list' }>) {
  const { name, base, schedule } = report;
  const locale = await localeOfProfile(db, actor.id);
  const texts = mailTexts[locale].reports;
  const wanted = actor.tenant.config.mailedReportFiles;
  const file = wanted ? await fileOrNothing(db, () => makeFile(db, actor, open, { base, name, locale })) : null;
  const rows = file?.rows ?? (await countWatched(db, actor, open));
  const count = new Intl.NumberFormat(locale).format(rows);
  const time = timeWords(clock.now().toISOString(), locale, schedule.zone);
  const words = [fillLine(texts.rows, { count, time })];
  if (file) words.push(texts.attached);
  else if (wanted) words.push(texts.tooMany);
  return {
    params: { title: name, words: words.join(' '), lines: texts.openList, paths: open.path },
    ...(file ? { attachment: { name: file.name, content: file.content } } : {}),
  };
}

/** Makes the file; without one, no export is recorded. */
async function fileOrNothing(db: Db, make: () => Promise<ReportFile | null>): Promise<ReportFile | null> {
  await sql`savepoint file`.execute(db);
  const file = await make();
  await (file ? sql`release savepoint file` : sql`rollback to savepoint file`).execute(db);
  return file;
}

/** Mail with a line for each card and the page that it opens. */
async function ofDashboard(
  db: Db,
  actor: Actor,
  { name, schedule }: DueReport,
  { cards, filter, path }: Extract<OpenReport, { what: 'dashboard' }>,
) {
  const locale = await localeOfProfile(db, actor.id);
  const texts = mailTexts[locale].reports;
  const format = new Intl.NumberFormat(locale);
  const rows: string[] = [];
  const pages: string[] = [];
  for (const card of cards) {
    const { count, period } = await readSummary(db, actor, card, { ...filter, timezone: schedule.zone });
    rows.push(`${await cardName(card, period, locale)}\t${format.format(count)}`);
    pages.push(figurePath(card, actor, filter));
  }
  return {
    params: {
      title: name,
      words: fillLine(texts.figures, { time: timeWords(clock.now().toISOString(), locale, schedule.zone) }),
      rows: rows.join('\n'),
      pages: pages.join('\n'),
      lines: texts.openDashboard,
      paths: path,
    },
  };
}

const notices = {
  right: 'reportAsleep',
  lost: 'reportBroken',
  address: 'reportNoAddress',
  cards: 'reportNoCards',
} as const satisfies Record<Exclude<ReportState, 'awake'>, NoticeKind>;

async function sleep(db: Db, vault: Vault, report: DueReport, state: keyof typeof notices): Promise<void> {
  if (report.state === state) return;
  const thread = `report ${report.id}`;
  await tell(db, vault, [
    {
      to: report.owner_id,
      source: `${thread} ${report.episode}`,
      thread,
      kind: notices[state],
      details: { report: report.name },
      // the list itself would be refused
      path: '/',
      mailAt: 'now',
    },
  ]);
  await storeAsleep(db, report.id, state);
}
