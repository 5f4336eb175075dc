// Test helpers that check keys out and read the custody board.
import { custody, type HeldKey } from '@keyward/contract/custody';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { locations } from '@keyward/contract/locations';
import { tenants } from '#testing/people.ts';
import type { openPortal } from '#testing/portal.ts';

/** Calls on the custody board of the demo tenant, as its administrator. */
export async function openBoard(portal: Awaited<ReturnType<typeof openPortal>>) {
  const { admin } = portal.as;
  const owner = portal.database.system;
  const { data: definitions } = await admin.call(groups.definitions, {});
  const location = definitions.find((d) => d.is_location);
  const idOf = (name: string) => location?.values.find((value) => value.name === name)?.id ?? '';
  const at = (...names: string[]) => ({ [`tags.${location?.id}`]: names.join() });

  let made = 0;
  async function newKey(locationName: string) {
    const serial_number = `7E0000000002${String(++made).padStart(4, '0')}`;
    const tags = [{ tagId: location?.id ?? '', values: [locationName] }];
    return (await admin.call(devices.create, { body: { name: `Key ${made}`, serial_number, tags } })).data;
  }
  /** A new key at a location, taken by a profile `minutes` ago. */
  async function keyOut(locationName: string, holder: string, minutes: number) {
    const key = await newKey(locationName);
    await owner.query(
      `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
       select tenant_id, $1, id, now() - make_interval(mins => $3) from profile where tenant_id = $4 and username = $2`,
      [key.id, holder, minutes, tenants.demo],
    );
    return key;
  }
  const board = (who = admin, query: Record<string, string> = {}) => who.call(custody.board, { query });
  const idsOf = (rows: readonly HeldKey[]) => rows.map(({ id }) => id);
  const curfewOf = (locationName: string, curfew: string | null) =>
    admin.call(locations.update, {
      params: { id: idOf(locationName) },
      body: { time_zone: null, week: null, exceptions: [], curfew },
    });
  return { owner, location, idOf, at, newKey, keyOut, board, idsOf, curfewOf };
}
