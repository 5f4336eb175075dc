import type { KeypadLock } from '@keyward/contract/keypad';
import type { Keypad } from '#core/keypad.ts';
import { keysAt } from './okm/holdings.ts';
import type { Okm } from './okm/okm.ts';
import type { SimulatedTenant, TypeAt } from './simulated-tenants.ts';

/** The keypads of the running simulation, which starts after the server and again after a failure. */
export const simulatedKeypad = (running: () => { keypad: Keypad } | undefined): Keypad => ({
  locks: (tenantId) => running()?.keypad.locks(tenantId) ?? [],
  enter: async (...entry) => running()?.keypad.enter(...entry),
});

/** The keypads of the locks of these tenants. */
export function keypadOf(
  tenants: readonly SimulatedTenant[],
  typeAt: TypeAt,
  reachable: (okm: Okm) => boolean,
): Keypad {
  const locksOf = (tenantId: string) =>
    tenants
      .filter(({ id }) => id === tenantId)
      .flatMap((tenant) => tenant.stores.flatMap((store) => store.locks.map((lock) => ({ tenant, store, lock }))));
  return {
    locks: (tenantId) =>
      locksOf(tenantId).flatMap(({ tenant, store, lock }): KeypadLock[] => {
        const okm = tenant.okms.get(lock.controller);
        if (!okm) return [];
        const keys = keysAt(okm.holds, lock.serial, new Date()).length;
        return [{ serial: lock.serial, name: lock.name, location: store.name, keys, online: reachable(okm) }];
      }),
    enter: async (tenantId, serial, digits) => {
      const found = locksOf(tenantId).find(({ lock }) => lock.serial === serial);
      if (!found) return undefined;
      const { agent: _agent, why: _why, ...result } = await typeAt(found.tenant, found.store, found.lock, digits);
      return result;
    },
  };
}
