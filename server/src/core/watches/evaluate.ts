// Judges watches: of a list that changed, of events in the order of their commits, or by time.
import type { NoticeDetails, NoticeKind } from '@keyward/contract/inbox';
import { sql } from 'kysely';
import { type Actor, findActingProfile } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { clock } from '#core/clock.ts';
import { tell } from '#core/inbox/tell.ts';
import { zoneOfProfile } from '#core/locations/zones.ts';
import type { Db } from '#db/tenant.ts';
import { baseline, judge } from './judge.ts';
import { mailTime } from './mail-time.ts';
import { type Judged, type StoredWatch, storeJudged, withdrawMails } from './queries.ts';
import {
  authorityOf,
  countAmong,
  countWatched,
  eventsOf,
  idsOf,
  isTimed,
  maxKnown,
  openWatch,
  type OpenWatch,
} from './rows.ts';

export type Judging = {
  vault: Vault;
  /** New events; null: the watches for new events are not judged. */
  events: readonly { event_id: string; event: string }[] | null;
  /** Logs a watch that could not be judged. */
  failed: (watchId: string, error: unknown) => void;
};
type Owner = { actor: Actor | undefined; zone: string };
type Said = { kind: NoticeKind; details: NoticeDetails };

const threadOf = ({ id }: Pick<StoredWatch, 'id'>) => `watch ${id}`;

/** Judges the watches of one owner, each by itself: one that fails does not keep the others from speaking. */
export async function judgeWatches(
  db: Db,
  ownerId: string,
  watches: readonly StoredWatch[],
  judging: Judging,
): Promise<void> {
  const owner = { actor: await findActingProfile(db, ownerId), zone: await zoneOfProfile(db, ownerId) };
  for (const watch of watches) {
    await sql`savepoint watch`.execute(db);
    try {
      await judgeWatch(db, owner, watch, judging);
      await sql`release savepoint watch`.execute(db);
    } catch (error) {
      await sql`rollback to savepoint watch`.execute(db);
      judging.failed(watch.id, error);
    }
  }
}

async function judgeWatch(db: Db, { actor, zone }: Owner, watch: StoredWatch, judging: Judging): Promise<void> {
  const open = await openWatch(db, actor, watch, zone);
  if (typeof open === 'string' || !actor) return sleep(db, watch, open === 'lost' ? 'lost' : 'right', judging.vault);
  const authority = authorityOf(actor, zone);
  if (watch.state !== 'awake' || watch.authority !== authority) {
    // other rows are visible than before: what is there now is not new
    await withdrawMails(db, threadOf(watch));
    return storeJudged(db, watch.id, { state: 'awake', authority, ...(await silentStart(db, actor, watch, open)) });
  }
  const { said, judged } = await verdictOf(db, actor, watch, open, judging);
  if (said) await speak(db, watch, said, { ...open, vault: judging.vault });
  if (judged || said)
    await storeJudged(db, watch.id, { ...judged, ...(said ? { episode: watch.episode + 1, spoken: true } : {}) });
}

/** What is remembered of the rows that a watch begins with, without a word. */
export async function silentStart(
  db: Db,
  actor: Actor,
  { rule }: Pick<StoredWatch, 'rule'>,
  open: OpenWatch,
): Promise<Judged> {
  const found = { events: eventsOf(actor, open), timed: isTimed(open) };
  if (rule.when !== 'appears') {
    const rows = await countWatched(db, actor, open);
    return { ...found, memory: baseline(rule, rows, clock.now().getTime()), known: null };
  }
  const known = open.list.resource === 'event' ? null : await idsOf(db, actor, open, maxKnown);
  return { ...found, memory: {}, known };
}

type Found = { said?: Said; judged?: Judged };

async function verdictOf(
  db: Db,
  actor: Actor,
  watch: StoredWatch,
  open: OpenWatch,
  { events }: Judging,
): Promise<Found> {
  const { rule, name } = watch;
  if (rule.when !== 'appears') return verdictOfCount(db, actor, watch, open);
  if (watch.resource === 'event') {
    const fitting = (events ?? []).filter(({ event }) => watch.events?.includes(event) ?? true);
    if (fitting.length === 0) return {};
    const count = await countAmong(
      db,
      actor,
      open,
      fitting.map((event) => event.event_id),
    );
    return count > 0 ? { said: { kind: 'watchRows', details: { watch: name, count } } } : {};
  }
  const rows = await idsOf(db, actor, open, maxKnown);
  const before = watch.known && new Set(watch.known);
  // more rows than it remembers: what is there when they fit again is not new
  const fresh = rows && before ? rows.filter((id) => !before.has(id)) : [];
  const same = rows && before && fresh.length === 0 && rows.length === before.size;
  if (same || (!rows && !before)) return {};
  const judged = { known: rows };
  return fresh.length > 0
    ? { judged, said: { kind: 'watchRows', details: { watch: name, count: fresh.length } } }
    : { judged };
}

async function verdictOfCount(db: Db, actor: Actor, watch: StoredWatch, open: OpenWatch): Promise<Found> {
  const { rule, name } = watch;
  if (rule.when === 'appears') return {};
  const count = await countWatched(db, actor, open);
  const { memory, says } = judge(rule, watch.memory, count, clock.now().getTime());
  const judged = JSON.stringify(memory) === JSON.stringify(watch.memory) ? {} : { judged: { memory } };
  if (says === 'cleared') return { ...judged, said: { kind: 'watchCleared', details: { watch: name } } };
  if (says === null) return judged;
  return {
    ...judged,
    said:
      rule.when === 'count'
        ? { kind: 'watchCount', details: { watch: name, count, limit: rule.above } }
        : { kind: 'watchStill', details: { watch: name, count, minutes: rule.minutes } },
  };
}

async function speak(
  db: Db,
  watch: StoredWatch,
  { kind, details }: Said,
  { path, zone, vault }: { path: string; zone: string; vault: Vault },
): Promise<void> {
  const at = clock.now();
  const mailAt = mailTime(watch.delivery, watch.quiet, at, zone);
  const source = `${threadOf(watch)} ${watch.episode}`;
  const now = mailAt !== null && mailAt.getTime() <= at.getTime();
  await tell(db, vault, [
    { to: watch.owner_id, source, thread: threadOf(watch), kind, details, path, mailAt: now ? 'now' : mailAt },
  ]);
}

/** The watch finds nothing that its owner may see, and says so once; it wakes by itself. */
async function sleep(db: Db, watch: StoredWatch, state: 'right' | 'lost', vault: Vault): Promise<void> {
  if (watch.state === state) return;
  await withdrawMails(db, threadOf(watch));
  const kind = state === 'right' ? 'watchAsleep' : 'watchBroken';
  const zone = await zoneOfProfile(db, watch.owner_id);
  // the list itself would be refused
  await speak(db, watch, { kind, details: { watch: watch.name } }, { path: '/', zone, vault });
  await storeJudged(db, watch.id, { state, episode: watch.episode + 1, spoken: true });
}
