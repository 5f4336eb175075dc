import type { Module } from '#core/module.ts';
import { keyList } from './list.ts';
import { keyRoutes } from './routes.ts';

export const onepassModule = {
  routes: keyRoutes,
  lists: { 'secure-key': keyList },
  constraints: {
    // the device was deleted between lookup and insert
    secure_key_device_fk: { code: 'unknownDevice', field: 'serial' },
  },
} satisfies Module;
