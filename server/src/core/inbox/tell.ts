// The only way to notify a person of what a watch or check finds: an entry in the inbox, and a mail if wanted (docs/inbox.md).
import type { NoticeDetails, NoticeKind } from '@keyward/contract/inbox';
import type { QuietHours } from '@keyward/contract/watches';
import { sql } from 'kysely';
import { holdProfiles } from '#core/auth/hold-profiles.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { announce } from '#core/live/changes.ts';
import { valuesTable } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { mailEntries } from './mail.ts';

export type Notice = {
  /** The id of the profile. */
  to: string;
  /** Identifies the occurrence: 'watch <id> <number>'. A profile has one entry for each source, however often it is written. */
  source: string;
  /** 'watch <id>'. Notices of a thread are mailed at most once in five minutes. */
  thread: string;
  kind: NoticeKind;
  details: NoticeDetails;
  /** The page of the portal that it links to. */
  path: string;
  /** The time from which it may be mailed; null: it stays in the inbox alone. */
  mailAt: 'now' | Date | null;
  /** No mail between these times of the profile's day, not even one that a limit has held back until then. */
  quiet?: QuietHours | null;
  /** The zone of that day if the profile has chosen none; null: the organization's. */
  zone?: string | null;
};

/**
 * Writes the notices into the inboxes of their profiles, in the caller's transaction, and mails those that may be mailed now.
 * Leaves out profiles that no longer exist, and notices whose source has an entry. Returns the number of new entries.
 */
export async function tell(db: Db, vault: Vault, notices: readonly Notice[]): Promise<number> {
  const ids = new Set(
    await holdProfiles(
      db,
      notices.map(({ to }) => to),
    ),
  );
  const [first, ...rest] = notices
    .filter(({ to }) => ids.has(to))
    .map(({ to, source, thread, kind, details, path, mailAt, quiet, zone = null }) => ({
      profile_id: sql<string>`${to}::uuid`,
      source: sql<string>`${source}::text`,
      thread: sql<string>`${thread}::text`,
      kind: sql<NoticeKind>`${kind}::text`,
      details: sql<NoticeDetails>`${JSON.stringify(details)}::jsonb`,
      path: sql<string>`${path}::text`,
      mail_at:
        mailAt === 'now'
          ? sql<string | null>`now()`
          : sql<string | null>`${mailAt?.toISOString() ?? null}::timestamptz`,
      quiet: sql<QuietHours | null>`${quiet ? JSON.stringify(quiet) : null}::jsonb`,
      zone: sql<string | null>`${zone}::text`,
    }));
  if (!first) return 0;
  const written = await db
    .insertInto('inbox_entry')
    .columns(['profile_id', 'source', 'thread', 'kind', 'details', 'path', 'mail_at', 'quiet', 'zone'])
    .expression((eb) =>
      eb
        .selectFrom(valuesTable([first, ...rest]))
        .select(['v.profile_id', 'v.source', 'v.thread', 'v.kind', 'v.details', 'v.path', 'v.mail_at'])
        .select(['v.quiet', 'v.zone']),
    )
    .onConflict((on) => on.constraint('inbox_entry_once').doNothing())
    .returning(['profile_id', 'mail_at'])
    .execute();
  // in a fixed order, so that two transactions do not wait for each other
  const mailed = new Set(written.flatMap(({ profile_id: id, mail_at: at }) => (at === null ? [] : [id])));
  const threads = notices.map(({ thread }) => thread);
  for (const id of [...mailed].toSorted()) await mailEntries(db, vault, id, threads);
  announceInbox(db, new Set(written.map(({ profile_id: id }) => id)));
  return written.length;
}

/** Announces to the open pages of these profiles that their inbox has changed. */
export const announceInbox = (db: Db, profileIds: Iterable<string>): void =>
  announce(
    db,
    [...profileIds].map((id) => ({ resource: 'inbox', locations: [id] })),
  );
