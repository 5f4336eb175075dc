import { tallyAll } from '#core/list/tally.ts';
import type { Db } from '#db/tenant.ts';
import { adopt, releaseDependents } from './controllers.ts';
import { findControllerInLocation, setControllers, type StoredDevice } from './queries.ts';

type Move = { device: Pick<StoredDevice, 'id' | 'location_id' | 'type'>; to: string | null };

/**
 * Called after the new locations are stored: updates the counts of the locations, and makes the devices report through an OKM of
 * their new location. The dependents that an OKM leaves behind get another OKM.
 */
export async function moveDevices(db: Db, moves: readonly Move[]): Promise<void> {
  await tallyAll(
    db,
    'device',
    moves.flatMap(({ device, to }) => [[device.location_id, -1] as const, [to, 1] as const]),
  );
  const isController = ({ device }: Move) => device.type.device_class === 'OKM';
  const controllers = moves.filter(isController);
  for (const { device } of controllers) await releaseDependents(db, device);
  const others = moves.filter((move) => !isController(move));
  for (const [to, there] of Map.groupBy(others, (move) => move.to)) {
    const controller = to === null ? undefined : await findControllerInLocation(db, to);
    await setControllers(
      db,
      there.map(({ device }) => device.id),
      controller ?? null,
    );
  }
  for (const { device, to } of controllers) if (to !== null) await adopt(db, device.id, to);
}
