import type { Device } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { StoredDevice } from './queries.ts';
import { findNeighbours, findServed } from './serves-queries.ts';
import { toDevice } from './shape.ts';

/** A stored device as the contract has it, an OKM with what it serves and what stands beside it. */
export const showDevice = async (
  db: Db,
  actor: Actor,
  stored: StoredDevice,
  definitions: readonly TagDefinition[],
): Promise<Device> => ({ ...toDevice(stored, definitions), serves: await servedBy(db, actor, stored) });

async function servedBy(db: Db, actor: Actor, { id, type, location_id: at }: StoredDevice): Promise<Device['serves']> {
  if (type.device_class !== 'OKM') return null;
  return { ...(await findServed(db, actor, id)), neighbours: at === null ? [] : await findNeighbours(db, id, at) };
}
