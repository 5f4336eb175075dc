// Who had which key, by the events of its check-outs and check-ins.
import { own, runSql, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';

export type Transfer = {
  deviceId: string;
  at: string;
  event: 'KEY_CHECKOUT' | 'KEY_CHECKIN' | 'REPLACE_DEVICE';
  holderId: string | null;
  holderName: string | null;
};
/** `until` is null while it lasts. */
export type Held = { from: string; until: string | null; holder: { id: string | null; name: string | null } | null };

/** How far before a range check-outs are looked for. */
export const lookBackDays = 31;

const moves = sql`e.event in ('KEY_CHECKOUT', 'KEY_CHECKIN') and coalesce(e.result, 'success') = 'success'`;

/** `sets`: the location sets whose events the actor sees; null: all. */
const within = (sets: readonly string[] | null) => (sets ? sql`e.location_set_id = any(${sets}::uuid[])` : sql`true`);

/** The transfers of keys, and their replacements, which no holder survives, from `lookBackDays` before `from` on, in the order of their times: one of a clock that is ahead happens now, as for custody. */
export function readTransfers(
  db: Db,
  deviceIds: readonly string[],
  from: string,
  sets: readonly string[] | null,
): Promise<Transfer[]> {
  return runSql<Transfer>(
    db,
    sql`select e.entity_id as "deviceId", least(e.event_time, now()) as at, e.event, e.agent_id as "holderId", p.name as "holderName"
      from event e left join event_party p on ${own('p')} and p.id = e.agent_party
      where ${own('e')} and (${moves} or e.event = 'REPLACE_DEVICE') and ${within(sets)}
        and e.entity_party = any(array(select q.id from event_party q
          where ${own('q')} and q.ref_id = any(${deviceIds}::uuid[]) and q.domain = 'device'))
        and e.event_time >= ${from}::timestamptz - make_interval(days => ${lookBackDays}::integer)
      order by e.event_time, e.id`,
  );
}

/** The keys that a profile took within a range or in the `lookBackDays` before it. */
export async function readTakenKeys(
  db: Db,
  profileId: string,
  { from, to }: { from: string; to: string },
  sets: readonly string[] | null,
): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    sql`select distinct e.entity_id as id from event e
      where ${own('e')} and ${moves} and e.event = 'KEY_CHECKOUT' and e.entity_id is not null and ${within(sets)}
        and e.agent_party = any(array(select q.id from event_party q
          where ${own('q')} and q.ref_id = ${profileId} and q.domain = 'profile'))
        and e.event_time >= ${from}::timestamptz - make_interval(days => ${lookBackDays}::integer)
        and least(e.event_time, now()) < ${to}::timestamptz`,
  );
  return rows.map(({ id }) => id);
}

/** The times for which one key was out, by its transfers in their order: each ends with the next one, whichever it is. */
export function heldBy(transfers: readonly Omit<Transfer, 'deviceId'>[]): Held[] {
  return transfers.flatMap(({ event, at, holderId, holderName }, i): Held[] => {
    if (event !== 'KEY_CHECKOUT') return [];
    const holder = holderId === null && holderName === null ? null : { id: holderId, name: holderName };
    return [{ from: at, until: transfers[i + 1]?.at ?? null, holder }];
  });
}

/** Does the time touch the range? */
export const touches = ({ from, until }: Pick<Held, 'from' | 'until'>, range: { from: string; to: string }): boolean =>
  from < range.to && (until === null || until >= range.from);
