// Shared by the tests of propagation: a portal, the OKM of each location, which the tests play, and reads of the propagation.
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { propagations } from '@keyward/contract/propagation';
import { roles } from '@keyward/contract/roles';
import { TestController } from '#testing/controllers.ts';
import { north, serials, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

export async function openPropagation() {
  const portal = await openPortal();
  const { admin } = portal.as;
  const owner = portal.database.system;
  const { data: definitions } = await admin.call(groups.definitions, {});
  const location = definitions.find((d) => d.is_location)?.id ?? '';
  const at = (...locationNames: string[]) =>
    locationNames.map((locationName) => ({ tagId: location, values: [locationName] }));
  const okmUser = (await admin.call(roles.list, {})).data.find((r) => r.name === 'OKM user')?.id ?? '';
  const deviceOf = async (serial: string) =>
    (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
  async function controllerOf(serial: string) {
    const id = await deviceOf(serial);
    const { token } = await issueToken(admin, id);
    return { id, held: new TestController(portal.controller(token)) };
  }
  const okms = { [north]: await controllerOf(serials.northOkm), [south]: await controllerOf(serials.southOkm) };
  let made = 0;
  const person = async (locationName: string) => {
    const body = { name: `Person ${++made}`, username: `spread.${made}`, roles: [okmUser], tags: at(locationName) };
    return (await admin.call(profiles.create, { body })).data.id;
  };
  const ofProfile = async (id: string, who = admin) => (await who.call(propagations.user, { params: { id } })).data;
  const ofKey = async (id: string) => (await admin.call(propagations.secureKey, { params: { id } })).data;
  const ofDevice = async (id: string) => (await admin.call(propagations.device, { params: { id } })).data.okm;
  return { portal, admin, owner, okms, definitions, at, okmUser, person, deviceOf, ofDevice, ofProfile, ofKey };
}
