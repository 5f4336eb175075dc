// Propagation of changes, by pure functions of what was handed out and confirmed.
import type { Held, OkmCondition, OkmPropagation, Stage } from '@keyward/contract/propagation';
import type { findHeld, Okm } from './queries.ts';

type HeldRow = Awaited<ReturnType<typeof findHeld>>[number];
/** The present time, and the organization's minutes without a call after which an OKM is offline. */
export type Clock = { now: Date; offlineMinutes: number };

const isOlderThan = (instant: string | null, { now, offlineMinutes }: Clock) =>
  instant === null || now.getTime() - Date.parse(instant) > offlineMinutes * 60_000;

function conditionOf(okm: Okm, clock: Clock): OkmCondition {
  if (okm.fetched === 0 && okm.outcome === null) return 'never';
  if (isOlderThan(okm.heardAt, clock)) return 'unheard';
  if (okm.outcome === 'drift' || okm.outcome === 'unknown') return 'drift';
  if (okm.confirmed >= okm.version) return 'inSync';
  return okm.outcome === 'refused' ? 'refused' : 'behind';
}

export function okmPropagation(okm: Okm, clock: Clock): OkmPropagation {
  const condition = conditionOf(okm, clock);
  const since = condition === 'unheard' ? okm.heardAt : condition === 'inSync' ? null : okm.behindSince;
  return {
    id: okm.id,
    name: okm.name,
    location: okm.locationName,
    condition,
    behind: okm.version - okm.confirmed,
    since,
    reason: condition === 'refused' ? okm.reason : null,
    late: condition === 'unheard' || (since !== null && isOlderThan(since, clock)),
  };
}

function stageOf({ confirmed, fetched }: Okm, version: number): Stage {
  if (confirmed >= version) return 'works';
  return fetched >= version ? 'delivered' : 'saved';
}

/** Time until which a handed-out entry works: its own end or that of the answer, unless the OKM confirmed a later version. */
function stillOpensUntil(row: HeldRow, stage: Stage, { now }: Clock): string | null {
  if (stage === 'works' || row.usableUntil === null) return null;
  const end = row.removed && row.notAfter !== null && row.notAfter < row.usableUntil ? row.notAfter : row.usableUntil;
  return Date.parse(end) > now.getTime() ? end : null;
}

/** Undefined for a removed entry that can no longer be used anywhere. */
export function heldAt(row: HeldRow, clock: Clock): Held | undefined {
  const stage = stageOf(row, row.entryVersion);
  const until = stillOpensUntil(row, stage, clock);
  if (row.removed && until === null) return undefined;
  return {
    okm: okmPropagation(row, clock),
    stage,
    removed: row.removed,
    changedAt: row.changedAt,
    stillOpensUntil: until,
  };
}
