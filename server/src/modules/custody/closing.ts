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
  storeFaults,
} from './closing-queries.ts';

const none: ClosingFaults = { keys_out: 0, locks_unsecured: 0, okms_offline: 0 };
const inOrder = (faults: ClosingFaults) => Object.values(faults).every((n) => n === 0);
const minuteMs = 60_000;

/** Is the check one of this night? The hours may have been changed since it was made. */
export const isOf = (night: Night, { closed_at: closed }: Pick<StoredCheck, 'closed_at'>): boolean =>
  night.from !== null && Date.parse(closed) >= night.from.getTime();

/** The night in which a location's closing check is due by now; undefined while it is open, has just closed or never closes. */
export function dueNight(night: Night | null, at: Date, delayMinutes: number): { from: Date } | undefined {
  if (!night?.from) return undefined;
  return night.from.getTime() + delayMinutes * minuteMs <= at.getTime() ? { from: night.from } : undefined;
}

type Due = { id: string; name: string; from: Date; check: StoredCheck | undefined };

/** The locations with a check to make or to follow up. */
async function findDue(db: Db, at: Date, settings: Awaited<ReturnType<typeof organizationSettingsOf>>): Promise<Due[]> {
  const checks = new Map((await findLastChecks(db)).map((check) => [check.location_id, check]));
  return (await findClosingLocations(db)).flatMap(({ id, name, ...hours }) => {
    const night = nightAt(dayOf(hours, settings), at);
    const due = dueNight(night, at, settings.closingDelayMinutes);
    if (!night || !due) return [];
    const last = checks.get(id);
    const check = last && isOf(night, last) ? last : undefined;
    const settled = check && (check.alerted_at === null || check.cleared_at !== null);
    return settled ? [] : { id, name, from: due.from, check };
  });
}

/**
 * Makes the closing checks of a tenant that are due at `at`, and follows up those that were not in order until the location
 * opens. What is found is stored with its notices in one transaction, and of concurrent runs one stores each, so that there is
 * one alert, one escalation and one word that all is in order.
 */
export async function checkClosings(db: Db, vault: Vault, at: Date): Promise<void> {
  await deleteOldChecks(db, at);
  const settings = await organizationSettingsOf(db);
  const due = await findDue(db, at, settings);
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  const counted = await countFaults(db, ids, { at, offlineMinutes: settings.offlineOkmMinutes });
  const notices: ClosingNotice[] = [];
  // in one order for all processes, which would wait for each other otherwise
  for (const one of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const faults = counted.get(one.id) ?? none;
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    const step = await (one.check
      ? followUp(db, one.check, faults, { at, minutes: settings.closingEscalationMinutes })
      : firstLook(db, one, faults, at));
    const closedAt = (one.check ? new Date(one.check.closed_at) : one.from).toISOString();
    if (step) notices.push({ ...step, location: one, closedAt, faults });
  }
  await sendNotices(db, vault, settings, notices);
}

type Step = Pick<ClosingNotice, 'kind' | 'escalated'>;

async function firstLook(db: Db, { id, from }: Due, faults: ClosingFaults, at: Date): Promise<Step | null> {
  const now = at.toISOString();
  const good = inOrder(faults);
  const check = { ...faults, location_id: id, closed_at: from.toISOString(), checked_at: now };
  const inserted = await insertCheck(db, { ...check, alerted_at: good ? null : now });
  return inserted && !good ? { kind: 'closingAlert', escalated: false } : null;
}

async function followUp(
  db: Db,
  check: StoredCheck,
  faults: ClosingFaults,
  { at, minutes }: { at: Date; minutes: number },
): Promise<Step | null> {
  const now = at.toISOString();
  if (inOrder(faults)) {
    const cleared = await markCheck(db, check, 'cleared_at', now);
    return cleared ? { kind: 'closingCleared', escalated: cleared.escalated_at !== null } : null;
  }
  const counts = (['keys_out', 'locks_unsecured', 'okms_offline'] as const).some((n) => check[n] !== faults[n]);
  if (counts) await storeFaults(db, check, faults);
  const overdue = Date.parse(check.alerted_at ?? now) + minutes * minuteMs <= at.getTime();
  if (!overdue || check.escalated_at !== null) return null;
  return (await markCheck(db, check, 'escalated_at', now)) ? { kind: 'closingEscalation', escalated: true } : null;
}
