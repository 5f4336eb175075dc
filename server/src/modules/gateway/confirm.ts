import type { ConfirmOutcome, gateway } from '@keyward/contract/gateway';
import type { Out, Parsed } from '@keyward/contract/endpoint';
import { type Controller, touchToken } from '#core/auth/controller.ts';
import { clock } from '#core/clock.ts';
import { writeEvents } from '#core/events/events.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { digestOf, lockState, type State, storeConfirmed } from './position-queries.ts';

type Confirmation = Parsed<typeof gateway.confirm>['body'];

/** Compares the controller's confirmation with the version that was handed out. */
async function outcomeOf(db: Db, deviceId: string, state: State, said: Confirmation): Promise<ConfirmOutcome> {
  if (said.refused !== undefined) return 'refused';
  if (said.epoch !== state.epoch || said.version > state.version) return 'unknown';
  const digest = said.version === state.version ? state.digest : await digestOf(db, deviceId, said.version);
  // the version is so old that its digest is deleted
  if (digest === undefined) return 'unknown';
  if (digest !== said.digest) return 'drift';
  return said.version < state.confirmed ? 'older' : 'works';
}

/** The version that is known to work from now on; 0 if none, because the controller has other data. */
function confirmedVersion(outcome: ConfirmOutcome, state: State, said: Confirmation): number {
  if (outcome === 'works' || outcome === 'older') return said.version;
  return outcome === 'refused' ? state.confirmed : 0;
}

function nextFetch(outcome: ConfirmOutcome, state: State, said: Confirmation) {
  if (outcome === 'drift' || outcome === 'unknown') return 'all' as const;
  // a refused version is not requested again; a later one may be accepted
  return said.version < state.version ? ('changes' as const) : ('nothing' as const);
}

/**
 * Whether the controller confirms a version that was never made. The database was then restored to an earlier state, so the epoch
 * is raised: otherwise one version would name two contents.
 */
const isFromTheFuture = (state: State, said: Confirmation) =>
  said.epoch > state.epoch || (said.epoch === state.epoch && said.version > state.version);

/** Limit of how far ahead an epoch, which is a time in ms, is trusted. No portal made a later one, so it is not continued. */
const aheadMs = 10 * 365 * 86_400_000;
/**
 * An epoch later than any that this controller or the portal knows, so that the controller does not take it for an earlier one.
 */
function nextEpoch(state: State, said: Confirmation): number {
  const now = clock.now().getTime();
  return Math.max(now, state.epoch + 1, said.epoch <= now + aheadMs ? said.epoch + 1 : 0);
}

/** Records drift as an event: once, until the controller has other data. */
async function recordDrift(db: Db, { deviceId, name, locationId }: Controller, said: Confirmation): Promise<void> {
  await writeEvents(db, [
    {
      event: 'CONTROLLER_DRIFT',
      result: 'failure',
      entity: { domain: 'device', id: deviceId, name },
      origin: { system: 'gateway' },
      changes: [{ attribute: 'version', oldValue: null, newValue: String(said.version) }],
      locations: locationIds(locationId),
      raw: said,
    },
  ]);
}

/** Records the version that the controller confirms, and returns what it has to fetch. */
export async function confirmAccess(
  db: Db,
  controller: Controller,
  said: Confirmation,
): Promise<Out<typeof gateway.confirm>> {
  await touchToken(db, controller);
  const { deviceId, locationId } = controller;
  const state = await lockState(db, deviceId);
  const outcome = await outcomeOf(db, deviceId, state, said);
  const epoch = isFromTheFuture(state, said) ? nextEpoch(state, said) : state.epoch;
  await storeConfirmed(db, deviceId, {
    epoch,
    confirmed_version: confirmedVersion(outcome, state, said),
    // the controller has lost any version that it fetched later
    ...(outcome === 'works' || outcome === 'refused'
      ? {}
      : { fetched_version: outcome === 'older' ? said.version : 0 }),
    outcome,
    reason: said.refused ?? null,
  });
  announce(db, [{ resource: 'device', id: deviceId, locations: locationIds(locationId) }]);
  if (outcome === 'drift' && state.outcome !== 'drift') await recordDrift(db, controller, said);
  return {
    data: { outcome, fetch: nextFetch(outcome, state, said), access: { epoch, version: state.version } },
  };
}
