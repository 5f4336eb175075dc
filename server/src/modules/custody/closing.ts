import type { ClosingFaults } from '@keyward/contract/custody';
import type { Vault } from '#core/auth/secrets.ts';
import { dayOf, type Night, nightAt } from '#core/locations/day.ts';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import type { Db } from '#db/tenant.ts';
import { type ClosingNotice, sendNotices } from './closing-notices.ts';
import {
  countFaults,
  deleteOldChecks,
  findClosingLocations,
  findLastChecks,
  insertCheck,
  markCheck,
  type StoredCheck,
  storeEscalated,
  storeFaults,
} from './closing-queries.ts';

const none: ClosingFaults = { keys_out: 0, locks_unsecured: 0, okms_offline: 0 };
const inOrder = (faults: ClosingFaults) => Object.values(faults).every((n) => n === 0);
const minuteMs = 60_000;

/** Whether the check is one of this night. The hours may have changed since it was made. */
export const isOf = (night: Night, { closed_at: closed }: Pick<StoredCheck, 'closed_at'>): boolean =>
  night.from !== null && Date.parse(closed) >= night.from.getTime();

/** A check is made at the latest this long before the opening, whatever delay the organization sets. */
const beforeOpeningMs = 5 * minuteMs;

/** Time at which the check of a night is made; in a night of a few minutes, its closing. Null if the location does not close. */
export function checkTimeOf(night: Night | null, delayMinutes: number): Date | null {
  if (!night?.from) return null;
  const closes = night.from.getTime();
  const latest = night.until ? night.until.getTime() - beforeOpeningMs : Infinity;
  return new Date(Math.max(closes, Math.min(closes + delayMinutes * minuteMs, latest)));
}

/** The night whose closing check is due at `at`; undefined while the location is open, has just closed or never closes. */
export function dueNight(night: Night | null, at: Date, delayMinutes: number): { from: Date; due: Date } | undefined {
  const due = checkTimeOf(night, delayMinutes);
  return night?.from && due && due <= at ? { from: night.from, due } : undefined;
}

type Due = { id: string; name: string; from: Date; check: StoredCheck | undefined };
type Settings = Awaited<ReturnType<typeof organizationSettingsOf>>;

/** The locations whose check is due in their present night, each with that check if it has been made. */
async function findDue(db: Db, at: Date, settings: Settings): Promise<Due[]> {
  const checks = new Map((await findLastChecks(db)).map((check) => [check.location_id, check]));
  return (await findClosingLocations(db)).flatMap(({ id, name, ...hours }) => {
    const night = nightAt(dayOf(hours, settings), at);
    const due = dueNight(night, at, settings.closingDelayMinutes);
    if (!night || !due) return [];
    const last = checks.get(id);
    return { id, name, from: due.from, check: last && isOf(night, last) ? last : undefined };
  });
}

/** Whether nothing is left to do: all was in order, or is again. */
const isSettled = ({ check }: Due) => check !== undefined && (check.alerted_at === null || check.cleared_at !== null);

/**
 * Makes the closing checks of a tenant that are due at `at`, and follows up those that were not in order until the location
 * opens. Faults are stored with their notices in one transaction, and of concurrent runs one stores each, so that there is one
 * alert, one escalation and one notice that all is in order.
 */
export async function checkClosings(db: Db, vault: Vault, at: Date): Promise<void> {
  const settings = await organizationSettingsOf(db);
  const nights = await findDue(db, at, settings);
  // deleting the check of a night that lasts longer than checks are kept would make it again, so it is kept until its end
  await deleteOldChecks(db, at, { keep: nights.map(({ id }) => id) });
  const due = nights.filter((one) => !isSettled(one));
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  const counted = await countFaults(db, ids, { at, offlineMinutes: settings.offlineOkmMinutes });
  const notices: ClosingNotice[] = [];
  // in the same order in all processes, so that they do not deadlock
  for (const one of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const faults = counted.get(one.id) ?? none;
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    const step = await (one.check
      ? followUp(db, one.check, faults, { at, minutes: settings.closingEscalationMinutes })
      : firstLook(db, one, faults, at));
    const closedAt = (one.check ? new Date(one.check.closed_at) : one.from).toISOString();
    if (step) notices.push({ kind: step, location: one, closedAt, faults });
  }
  const sent = await sendNotices(db, vault, settings, notices);
  for (const { kind, location, closedAt } of notices) {
    if (kind !== 'closingEscalation') continue;
    // oxlint-disable-next-line no-await-in-loop -- one connection, and few are escalated at once
    await storeEscalated(db, { location_id: location.id, closed_at: closedAt }, sent.get(location.id) ?? 0);
  }
}

type Step = ClosingNotice['kind'];

async function firstLook(db: Db, { id, from }: Due, faults: ClosingFaults, at: Date): Promise<Step | null> {
  const now = at.toISOString();
  const good = inOrder(faults);
  const check = { ...faults, location_id: id, closed_at: from.toISOString(), checked_at: now, looked_at: now };
  const inserted = await insertCheck(db, { ...check, alerted_at: good ? null : now });
  return inserted && !good ? 'closingAlert' : null;
}

async function followUp(
  db: Db,
  check: StoredCheck,
  faults: ClosingFaults,
  { at, minutes }: { at: Date; minutes: number },
): Promise<Step | null> {
  const now = at.toISOString();
  if (inOrder(faults)) return (await markCheck(db, check, 'cleared_at', now)) ? 'closingCleared' : null;
  await storeFaults(db, check, { ...faults, looked_at: now });
  const overdue = Date.parse(check.alerted_at ?? now) + minutes * minuteMs <= at.getTime();
  if (!overdue || check.escalated_at !== null) return null;
  return (await markCheck(db, check, 'escalated_at', now)) ? 'closingEscalation' : null;
}
