import type { Module } from '#core/module.ts';
import { oldUses } from './jobs.ts';
import { useCounted } from './redeem-queries.ts';
import { redeemRoutes } from './redeem-routes.ts';
import { gatewayRoutes } from './routes.ts';

export const gatewayModule = {
  routes: (app, services) => {
    gatewayRoutes(app, services);
    redeemRoutes(app, services);
  },
  jobs: [oldUses],
  constraints: {
    // two concurrent calls with one number, for different devices
    secure_key_use_number: { code: 'stillRunning' },
    [useCounted]: { code: 'stillRunning' },
  },
} satisfies Module;
