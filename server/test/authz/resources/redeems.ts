import { randomUUID } from 'node:crypto';
import { redeems } from '@keyward/contract/redeem';
import { serials } from '#testing/people.ts';
import { codeOf, makeKey } from '#modules/gateway/redeem.testing.ts';
import { newToken } from './devices.ts';
import type { ResourceOf, Scene, Slot, World } from './resource.ts';
import { slot } from './slots.ts';

/** The OKM with this serial number, as a caller. */
async function controllerOf(world: World, serial: string) {
  const token = await newToken(world, 'demo', await world.deviceOf('demo', serial));
  return { token, controller: world.portal.controller(token.secret) };
}

/** Makes the call as a controller at North, since the given callers are not controllers. */
function asController(world: World, of: Slot): Slot {
  const made = (async () => {
    const { controller } = await controllerOf(world, serials.northOkm);
    // the first call of a token stores its use
    await controller.call(redeems.uses, { body: { uses: [] } });
    return { controller };
  })();
  return { ...of, ask: async (_as, id) => of.ask((await made).controller, id) };
}

async function references({ world }: Scene) {
  const harborOkm = await newToken(world, 'harbor', await world.deviceOf('harbor', serials.northOkm));
  const harbor = world.portal.controller(harborOkm.secret, 'harbor.localhost');
  const theirs = await makeKey(world.portal, { serial: serials.northPadlock, tenant: 'harbor' });
  const away = await makeKey(world.portal, { serial: serials.southPadlock });
  const body = entry(serials.northPadlock, codeOf(theirs));
  await harbor.call(redeems.redeem, { body });
  const use = { serial: serials.northPadlock, step: 1, time: new Date().toISOString(), offset: null };
  return {
    slots: {
      'the number of a use that is given back': asController(
        world,
        slot(redeems.giveBack, { theirs: body.number }, (id) => ({ params: { number: id }, body: {} })),
      ),
      'the key of a use off line': asController(
        world,
        slot(redeems.uses, { theirs: theirs.id, away: away.id }, (id) => ({
          body: { uses: [{ ...use, number: randomUUID(), keyId: id }] },
        })),
      ),
    },
  };
}

const entry = (serial: string, code: string) => ({ number: randomUUID(), serial, code });

const wrongEntry = (serial: string, time: string) => ({ number: randomUUID(), serial, time, offset: 0 });

export const redeemsResource: ResourceOf<'redeems'> = {
  calls: {
    redeem: { needs: 'token', ok: 200, body: () => entry(serials.nowhere, '12345678') },
    giveBack: { needs: 'token', ok: 404, params: () => ({ number: randomUUID() }), body: () => ({}) },
    uses: { needs: 'token', ok: 200, body: () => ({ uses: [] }) },
    tries: { needs: 'token', ok: 200, body: () => ({ tries: [] }) },
  },
  walk: async ({ world, secrets }) => {
    const { token, controller } = await controllerOf(world, serials.northOkm);
    const key = await makeKey(world.portal, { serial: serials.northPadlock, uses: 3 });
    const code = codeOf(key);
    secrets.push(token.secret, code);
    const body = entry(serials.northPadlock, code);
    const time = new Date().toISOString();
    return [
      ['redeem', 'USE_SECURE_KEY', () => controller.call(redeems.redeem, { body })],
      [
        'giveBack',
        'RETURN_SECURE_KEY_USE',
        () => controller.call(redeems.giveBack, { params: { number: body.number }, body: {} }),
      ],
      [
        'uses',
        'USE_SECURE_KEY',
        () => {
          const use = { number: randomUUID(), serial: serials.northPadlock, keyId: key.id, step: 1, time, offset: 0 };
          return controller.call(redeems.uses, { body: { uses: [use] } });
        },
      ],
      [
        'tries',
        'WRONG_ENTRIES',
        () => {
          // after the fifth, the device has to wait
          const tries = Array.from({ length: 5 }, () => wrongEntry(serials.northCabinet, time));
          return controller.call(redeems.tries, { body: { tries } });
        },
      ],
    ];
  },
  references,
};
