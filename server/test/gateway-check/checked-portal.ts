// A portal with a store whose controller is played by the check: a person with a PIN, a key, a change and a command.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { commands } from '@keyward/contract/commands';
import { confirm } from '@keyward/contract/confirm';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { demoPassword } from '#core/auth/demo.ts';
import { issueToken } from '#modules/gateway/gateway.testing.ts';
import { makeKey } from '#modules/gateway/redeem.testing.ts';
import { settle } from '#testing/controllers.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

export async function openChecked() {
  const portal = await openPortal();
  const { system } = portal.database;
  const { admin } = portal.as;
  const { token } = await issueToken(admin, serials.northOkm);
  const definitions = (await admin.call(groups.definitions, {})).data;
  const tag = (label: string) => definitions.find((one) => one.label === label)?.id ?? '';
  const idOf = async (serial: string) =>
    (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
  const [lock, cabinet] = [await idOf(serials.northPadlock), await idOf(serials.northCabinet)];

  const okmUser = (await admin.call(roles.list, {})).data.find(({ name }) => name === 'OKM user')?.id ?? '';
  const tags = [{ tagId: tag('Location'), values: [north] }];
  const person = { name: 'Petra PIN', username: 'petra', roles: [okmUser], tags };
  const personId = (await admin.call(profiles.create, { body: person })).data.id;
  await openOutbox(portal).work();
  await system.query(`update tenant set config = config || '{"remoteUnlock": true}' where id = $1`, [tenants.demo]);

  let turn = 0;
  /** Does what the check asks a person to do. */
  async function act(wanted: 'change' | 'unlock'): Promise<void> {
    if (wanted === 'unlock') {
      await admin.call(confirm.password, { body: { act: 'unlockDevice', password: demoPassword } });
      await admin.call(commands.send, { params: { id: lock }, body: { type: 'unlock' } });
      return;
    }
    const body = {
      name: `North drawer ${++turn}`,
      tags: [{ tagId: tag('Department'), values: [turn % 2 ? 'Toys' : 'Shoes'] }],
    };
    await admin.call(devices.update, { params: { id: cabinet }, body });
    await settle(portal);
  }
  /** Makes an unused key for the padlock and deletes the traces of former runs. */
  async function prepare(): Promise<string> {
    await system.query('delete from device_command');
    await system.query('delete from wrong_entry');
    const { id } = await makeKey(portal, { serial: serials.northPadlock, uses: 5 });
    await settle(portal);
    return id;
  }
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { server } = portal.app;
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    portal,
    system,
    token,
    personId,
    lock,
    url: `http://localhost:${port}`,
    serial: serials.northCabinet,
    act,
    prepare,
  };
}
