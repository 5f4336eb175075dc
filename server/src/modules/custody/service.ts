import { custody, type HeldKey, type ReminderObstacle } from '@keyward/contract/custody';
import type { Out } from '@keyward/contract/endpoint';
import { limits } from '@keyward/contract/limits';
import { can } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';
import { readLocations } from '#core/devices/locations.ts';
import type { Filters } from '#core/list/location-filters.ts';
import { isMailAddress } from '#core/mail/mail.ts';
import { named } from '#core/named.ts';
import type { Db } from '#db/tenant.ts';
import { findKeysOut } from './queries.ts';

type Request = {
  filters: Filters;
  /** A location of the board: its id, or NOT_EXISTS for the keys without one. */
  location: string | undefined;
  page: number | undefined;
  size: number | undefined;
};
type Row = Awaited<ReturnType<typeof findKeysOut>>[number];

/** The reason why the holder cannot be reminded now; null if there is none. */
function obstacleFor({ holderId, holderUnknown, email, justReminded }: Row): ReminderObstacle | null {
  if (holderUnknown) return 'unknown';
  if (holderId === null) return 'hidden';
  if (email === null || !isMailAddress(email)) return 'noEmail';
  return justReminded ? 'justReminded' : null;
}

function toHeldKey(row: Row, mayRemind: boolean): HeldKey {
  const { id, name, zone, holderUnknown, since, lost, due, state, remindedAt: at, remindedBy: by } = row;
  return {
    id,
    name,
    location: named(row.locationId, row.locationName),
    zone,
    holder: named(row.holderId, row.holderName),
    holderUnknown,
    since,
    lost,
    due,
    state,
    reminded: at !== null && by !== null ? { at, by } : null,
    obstacle: mayRemind ? obstacleFor(row) : null,
  };
}

/** A page of the keys within the actor's locations that are out now. */
export async function readBoard(
  db: Db,
  actor: Actor,
  { filters, location, page = 1, size = limits.pageSize }: Request,
): Promise<Out<typeof custody.board>> {
  const { timeZone: zone, keyDueSoonMinutes: dueSoonMinutes } = actor.tenant.config;
  const board = { actor, ...(await readLocations(db, actor, filters)), zone, dueSoonMinutes };
  const only = location === 'NOT_EXISTS' ? null : location;
  const rows = await findKeysOut(db, board, { only, limit: size, offset: (page - 1) * size });
  // a page beyond the last, or a location without keys out, has no row to carry the counts
  const first = { limit: 1, offset: 0 };
  const [counted] = rows.length > 0 || page === 1 ? rows : await findKeysOut(db, board, { only, ...first });
  const [any] = counted || only === undefined ? [counted] : await findKeysOut(db, board, first);
  const mayRemind = can.editDevices.holds(actor.authority);
  const { overdue = 0, dueSoon = 0, inTime = 0, noCurfew = 0 } = counted ?? {};
  return {
    data: rows.map((row) => toHeldKey(row, mayRemind)),
    total_results: overdue + dueSoon + inTime + noCurfew,
    counts: { overdue, dueSoon, inTime, noCurfew },
    locations: (any?.locations ?? []).map(({ id, name, ...count }) => ({ location: named(id, name), ...count })),
  };
}
