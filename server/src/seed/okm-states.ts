import type { Db } from '#db/tenant.ts';
import { lockState } from '#modules/gateway/position-queries.ts';
import { darkSince, type StoreHistory } from './history.ts';
import { habitOf } from './okm/habits.ts';

const hour = 3600 * 1000;

/** Stores the state that each OKM had fetched and confirmed before the demo, by its habit; that of dark ones is older. */
export async function seedOkmStates(db: Db, histories: readonly StoreHistory[], now: Date): Promise<void> {
  for (const { store, index, dark } of histories) {
    for (const okm of store.okms) {
      const at = dark.has(okm) ? new Date(darkSince(now)) : now;
      const { version } = await lockState(db, okm.id);
      const habit = habitOf(store, index, okm);
      const confirms = habit !== 'small' && habit !== 'slow';
      await db
        .updateTable('controller_state')
        .set({
          fetched_version: version,
          fetched_at: at,
          heard_at: at,
          usable_until: new Date(at.getTime() + 24 * hour),
          ...(confirms ? { confirmed_version: version, confirmed_at: at, outcome: 'works' } : {}),
        })
        .where('device_id', '=', okm.id)
        .execute();
    }
  }
}
