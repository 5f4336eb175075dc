import { gateway } from '@keyward/contract/gateway';
import { serials } from '#testing/people.ts';
import { newToken } from './devices.ts';
import type { ResourceOf, World } from './resource.ts';

/** The OKM with this serial number, as a caller. */
async function controllerOf(world: World, serial: string) {
  const token = await newToken(world, 'demo', await world.deviceOf('demo', serial));
  return { token, controller: world.portal.controller(token.secret) };
}

export const gatewayResource: ResourceOf<'gateway'> = {
  calls: {
    access: { needs: 'token', ok: 200 },
    confirm: { needs: 'token', ok: 200, body: () => ({ epoch: 1, version: 1, digest: '0'.repeat(64) }) },
    changes: { needs: 'token', ok: 200 },
    reports: { needs: 'token', ok: 200, body: () => ({ reports: [] }) },
  },
  tenantWide: ['access', 'changes'],
  locations: async (world) => ({
    stir: async () => {
      const { controller } = await controllerOf(world, serials.southOkm);
      const event = { id: `${world.next()}`, type: 'LOCK_UNLOCK' as const, time: new Date().toISOString() };
      const report = { serial: serials.southPadlock, state: { secured: false }, events: [event] };
      await controller.call(gateway.reports, { body: { reports: [report] } });
    },
  }),
  walk: async ({ world, secrets }) => {
    const { token, controller } = await controllerOf(world, serials.northOkm);
    secrets.push(token.secret);
    return [
      [
        'confirm',
        // controllers confirm all day: a confirmation is stored beside the device, and only drift is an event
        'CONTROLLER_DRIFT',
        async () => {
          const { epoch, version } = (await controller.call(gateway.access, {})).data;
          await controller.call(gateway.confirm, { body: { epoch, version, digest: '0'.repeat(64) } });
        },
      ],
      [
        'reports',
        'LOCK_UNLOCK',
        () => {
          const event = { id: '1', type: 'LOCK_UNLOCK' as const, time: new Date().toISOString() };
          const report = { serial: serials.northPadlock, state: { secured: true }, events: [event] };
          return controller.call(gateway.reports, { body: { reports: [report] } });
        },
      ],
    ];
  },
};
