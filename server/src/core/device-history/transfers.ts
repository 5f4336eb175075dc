// The holders of keys over time, by the events of check-outs and check-ins.
import { own, runSql, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';

export type Transfer = {
  deviceId: string;
  at: string;
  receivedAt: string;
  event: 'KEY_CHECKOUT' | 'KEY_CHECKIN' | 'REPLACE_DEVICE';
  holderId: string | null;
  holderName: string | null;
  /** Whether its event is visible to the actor. An invisible one serves only to end another. */
  isSeen: boolean;
};
/** `until` is null while the key is out. */
export type Held = { from: string; until: string | null; holder: { id: string | null; name: string | null } | null };

/** Days before a range from which all transfers are read: several may have arrived in another order than they happened. */
const lookBackDays = 31;

const moves = sql`e.event in ('KEY_CHECKOUT', 'KEY_CHECKIN') and coalesce(e.result, 'success') = 'success'`;

/** `sets`: the location sets whose events are visible to the actor; null: all. */
const within = (sets: readonly string[] | null) => (sets ? sql`e.location_set_id = any(${sets}::uuid[])` : sql`true`);

/** The time of an event: at the latest its arrival, as for custody, since the clock of an OKM may run ahead. */
const at = sql`least(e.event_time, e.received_at)`;

/**
 * The transfers of keys, and their replacements by other hardware, which end a check-out as well (endOf): from `lookBackDays`
 * before `from` on, and the last one before that, which may be a check-out that still lasts. In order of time, including those
 * that are not visible to the actor.
 */
export function readTransfers(
  db: Db,
  deviceIds: readonly string[],
  from: string,
  sets: readonly string[] | null,
): Promise<Transfer[]> {
  const ofKeys = sql`array(select q.id from event_party q
    where ${own('q')} and q.ref_id = any(${deviceIds}::uuid[]) and q.domain = 'device')`;
  const since = sql`${from}::timestamptz - make_interval(days => ${lookBackDays}::integer)`;
  const isTransfer = sql`${own('e')} and (${moves} or e.event = 'REPLACE_DEVICE')`;
  const columns = sql`e.entity_id, ${at} as at, e.event_time, e.received_at, e.event, e.agent_id, e.agent_party, e.id,
    ${within(sets)} as seen`;
  return runSql<Transfer>(
    db,
    sql`select e.entity_id as "deviceId", e.at, e.received_at as "receivedAt", e.event, e.agent_id as "holderId",
        p.name as "holderName", e.seen as "isSeen"
      from (
        select ${columns} from event e where ${isTransfer} and e.entity_party = any(${ofKeys}) and e.event_time >= ${since}
        union all
        select last.* from unnest(${ofKeys}) party(id)
        cross join lateral (
          select ${columns} from event e where ${isTransfer} and e.entity_party = party.id and e.event_time < ${since}
          order by e.event_time desc, e.id desc limit 1) last
      ) e
      left join event_party p on ${own('p')} and p.id = e.agent_party
      order by e.at, e.event_time, e.id`,
  );
}

/** The keys that a profile took or returned within a range, or in the `lookBackDays` before it. */
export async function readTakenKeys(
  db: Db,
  profileId: string,
  { from, to }: { from: string; to: string },
  sets: readonly string[] | null,
): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    sql`select distinct e.entity_id as id from event e
      where ${own('e')} and ${moves} and e.entity_id is not null and ${within(sets)}
        and e.agent_party = any(array(select q.id from event_party q
          where ${own('q')} and q.ref_id = ${profileId} and q.domain = 'profile'))
        and e.event_time >= ${from}::timestamptz - make_interval(days => ${lookBackDays}::integer)
        and ${at} < ${to}::timestamptz`,
  );
  return rows.map(({ id }) => id);
}

/**
 * The periods in which one key was out, by its transfers in order: each ends with the next transfer of any kind. Only periods
 * whose beginning is visible to the reader; one whose end is not visible ends as it begins.
 */
export function heldBy(transfers: readonly Omit<Transfer, 'deviceId'>[]): Held[] {
  return transfers.flatMap((transfer, i): Held[] => {
    const { event, at: from, holderId, holderName, isSeen } = transfer;
    if (event !== 'KEY_CHECKOUT' || !isSeen) return [];
    const holder = holderId === null && holderName === null ? null : { id: holderId, name: holderName };
    const end = endOf(transfer, transfers, i + 1);
    return [{ from, until: end && !end.isSeen ? from : (end?.at ?? null), holder }];
  });
}

/**
 * The first transfer from `next` on that ends a check-out. A replacement does not end a check-out that arrived after it: that is
 * of the new hardware, which was in use before it was entered.
 */
function endOf<T extends Pick<Transfer, 'event' | 'receivedAt'>>(
  taken: T,
  transfers: readonly T[],
  next: number,
): T | undefined {
  const transfer = transfers[next];
  const isOfNewHardware = transfer?.event === 'REPLACE_DEVICE' && transfer.receivedAt < taken.receivedAt;
  return isOfNewHardware ? endOf(taken, transfers, next + 1) : transfer;
}

/**
 * The periods in which one key was out, with custody deciding the present: it also follows from transfers that the reader cannot
 * see, and knows the last of several at one time. So a check-out that custody does not have is over; as its end is unknown, it
 * ends as it begins. `takenAt`: since when the key is out by custody; null: it is in. `holder`: null if none is known or shown.
 */
export function withPresent(held: readonly Held[], takenAt: string | null, holder: Held['holder']): Held[] {
  const present = held.findLast(
    ({ from, until, holder: by }) =>
      from === takenAt && (until ?? from) === from && (holder === null || by?.id === holder.id),
  );
  const past = held
    .filter((one) => one !== present)
    .map((one) => (one.until === null ? { ...one, until: one.from } : one));
  return takenAt === null ? past : [...past, { from: takenAt, until: null, holder: present?.holder ?? holder }];
}

/** Whether the period touches the range. */
export const touches = ({ from, until }: Pick<Held, 'from' | 'until'>, range: { from: string; to: string }): boolean =>
  from < range.to && (until === null || until >= range.from);
