import type { ResourceOf } from './resource.ts';

/** The test world has no simulation: every caller gets 404. */
export const keypadResource: ResourceOf<'keypad'> = {
  calls: {
    locks: { needs: 'anyone', ok: 404 },
    enter: {
      needs: 'anyone',
      ok: 404,
      params: () => ({ serial: '3A10010000000001' }),
      body: () => ({ digits: '12345678' }),
    },
  },
  tenantWide: ['locks'],
  notWalked: ['enter'],
};
