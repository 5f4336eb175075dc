import type { ClosingCheck, ClosingLocation, custody } from '@keyward/contract/custody';
import type { Out } from '@keyward/contract/endpoint';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { readLocations } from '#core/devices/locations.ts';
import type { Filters } from '#core/list/location-filters.ts';
import { dayOf, nightAt } from '#core/locations/day.ts';
import type { Db } from '#db/tenant.ts';
import { checkTimeOf, dueNight, isOf } from './closing.ts';
import { findRecipients } from './closing-notices.ts';
import { countFaults, findClosingLocations, findLastChecks, type StoredCheck } from './closing-queries.ts';

const toCheck = (check: StoredCheck, current: boolean): ClosingCheck => ({
  keys_out: check.keys_out,
  locks_unsecured: check.locks_unsecured,
  okms_offline: check.okms_offline,
  closed_at: check.closed_at,
  checked_at: check.checked_at,
  looked_at: check.looked_at ?? check.checked_at,
  alerted_at: check.alerted_at,
  escalated_at: check.escalated_at,
  escalated_to: check.escalated_to,
  cleared_at: check.cleared_at,
  current,
});

/** The last closing check of each of the actor's locations; a check that is still followed up has the current faults. */
export async function readClosings(db: Db, actor: Actor, filters: Filters): Promise<Out<typeof custody.closing>> {
  const { config: settings } = actor.tenant;
  const { scope, filters: wanted } = await readLocations(db, actor, filters);
  const at = clock.now();
  const checks = new Map((await findLastChecks(db)).map((check) => [check.location_id, check]));
  const shown = (await findClosingLocations(db)).filter(
    ({ id }) =>
      (scope === null || scope.includes(id)) && wanted.every(({ values, not }) => values.includes(id) !== not),
  );
  const data = shown.map(({ id, name, ...hours }): ClosingLocation => {
    const day = dayOf(hours, settings);
    const night = nightAt(day, at);
    const due = dueNight(night, at, settings.closingDelayMinutes);
    const last = checks.get(id);
    // a location at its opening has its next night ahead; a night without a beginning has no check
    const isBefore = !due && night !== null && night.from !== null;
    const coming = isBefore ? night : night?.until ? nightAt(day, night.until) : null;
    const current = last !== undefined && due !== undefined && night !== null && isOf(night, last);
    return {
      location: { id, name },
      zone: day.zone,
      closes: night !== null && (night.from !== null || night.until !== null),
      next: checkTimeOf(coming, settings.closingDelayMinutes)?.toISOString() ?? null,
      due: due && !current ? due.due.toISOString() : null,
      last: last ? toCheck(last, current) : null,
    };
  });
  // the lists that the portal links to show the present state
  const open = data.flatMap(({ location, last }) =>
    last?.current && last.alerted_at !== null && last.cleared_at === null ? [location.id] : [],
  );
  const faults = await countFaults(db, open, { at, offlineMinutes: settings.offlineOkmMinutes });
  const mailed = (await findRecipients(db, settings)).filter((one) => one.hasAddress);
  return {
    data: data.map((one) => {
      const now = faults.get(one.location.id);
      return now && one.last ? { ...one, last: { ...one.last, ...now } } : one;
    }),
    mailed: {
      alert: mailed.filter((one) => one.alert).length,
      escalate: mailed.filter((one) => one.escalate).length,
      minutes: settings.closingEscalationMinutes,
    },
  };
}
