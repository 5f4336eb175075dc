import type { Device } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { StoredDevice } from './queries.ts';
import { findLatestNeighbour, findNeighbours, findServed } from './serves-queries.ts';
import { toDevice } from './shape.ts';

/** A stored device in the contract's shape; an OKM with the devices that it serves and the OKMs of the same location. */
export const showDevice = async (
  db: Db,
  actor: Actor,
  stored: StoredDevice,
  definitions: readonly TagDefinition[],
): Promise<Device> => ({ ...toDevice(stored, definitions), serves: await servedBy(db, actor, stored) });

async function servedBy(db: Db, actor: Actor, { id, type, location_id: at }: StoredDevice): Promise<Device['serves']> {
  if (type.device_class !== 'OKM') return null;
  return { ...(await findServed(db, actor, id)), ...(at === null ? { neighbours: [] } : await besideIt(db, id, at)) };
}

async function besideIt(
  db: Db,
  id: string,
  at: string,
): Promise<Pick<NonNullable<Device['serves']>, 'neighbours' | 'further'>> {
  const rows = await findNeighbours(db, id, at);
  const neighbours = rows.map(({ total: _total, ...neighbour }) => neighbour);
  const count = (rows[0]?.total ?? 0) - rows.length;
  const latest = count > 0 ? await findLatestNeighbour(db, id, at) : undefined;
  return latest ? { neighbours, further: { count, latest } } : { neighbours };
}
