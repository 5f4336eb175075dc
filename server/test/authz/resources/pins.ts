import { pins } from '@keyward/contract/pins';
import { serials } from '#testing/people.ts';
import { whileConfirmed } from './confirm.ts';
import { firstAndHolder } from './profiles.ts';
import { editing, type Make, reading, type ResourceOf, type Scene, type Slot } from './resource.ts';
import { roleHolds } from './roles.ts';
import { foreign, foreignGroup, slot } from './slots.ts';

const exporting = { ...reading('USERS'), and: ['CAN-EXPORT-CSV-USERS', 'CAN-EXPORT-PIN'] };
/** A PIN lets a caller act as its owner, with all of the owner's rights. */
const ofHolder = {
  variant: 'holder',
  needs: editing('USERS'),
  ok: 200,
  grants: roleHolds,
  target: firstAndHolder,
} as const;
const ofOkm = { ...editing('USERS'), andReads: 'DEVICES' } as const;
const okm: Make = ({ make }, tenant, location) => make('devices', tenant, location);
const reason = { reason: 'Tested' };

function references(scene: Scene) {
  const confirmed = (of: Slot): Slot => ({
    ...of,
    ask: (as, id) => whileConfirmed(scene.world, pins.export.confirm, () => of.ask(as, id)),
  });
  return {
    slots: {
      'a tag of the profiles whose PINs are exported': confirmed(
        slot(pins.export, foreignGroup(scene), (id) => ({
          body: { ...reason, filterData: { [`tags.${id}`]: 'Toys' } },
        })),
      ),
      'the view of the profiles whose PINs are exported': confirmed(
        slot(pins.export, foreign(scene, 'views'), (id) => ({ body: { ...reason, filterData: { custom_view: id } } })),
      ),
    },
  };
}

export const pinsResource: ResourceOf<'pins'> = {
  permissions: { 'CAN-EXPORT-PIN': ['TRUE'] },
  make: ({ make }, tenant, location) => make('profiles', tenant, location),
  calls: {
    show: [{ needs: editing('USERS'), ok: 200 }, ofHolder],
    reset: [{ needs: editing('USERS'), ok: 200 }, ofHolder],
    events: { needs: editing('USERS'), ok: 200 },
    held: { needs: ofOkm, ok: 200, target: okm },
    resetHeld: { needs: ofOkm, ok: 200, target: okm },
    export: [
      { needs: exporting, ok: 403, confirmed: false, body: () => reason },
      { variant: 'confirmed', needs: exporting, ok: 200, confirmed: true, body: () => reason },
    ],
  },
  locations: async ({ make, portal, deviceOf }) => {
    const near = await make('profiles', 'demo', 'North');
    const { admin } = portal.as;
    await admin.call(pins.show, { params: near });
    return {
      reads: [
        pins.events.path.replace(':id', near.id),
        pins.held.path.replace(':id', await deviceOf('demo', serials.northOkm)),
      ],
      stir: async () => {
        for (const location of ['South', null] as const) {
          const params = await make('profiles', 'demo', location);
          await admin.call(pins.show, { params });
          await admin.call(pins.reset, { params });
        }
      },
    };
  },
  walk: async ({ world, secrets }) => {
    const params = await world.make('profiles', 'demo', 'North');
    const read = async (call: typeof pins.show | typeof pins.reset) =>
      secrets.push((await world.portal.as.admin.call(call, { params })).data);
    return [
      ['show', 'REVEAL_PIN', () => read(pins.show)],
      ['reset', 'RESET_PIN', () => read(pins.reset)],
    ];
  },
  // modules/profiles/pin-export.test.ts, modules/profiles/held-pins.test.ts
  notWalked: ['export', 'resetHeld'],
  references,
};
