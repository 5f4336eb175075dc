import { devices } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { onChange } from '#core/live/changes.ts';
import { openOnePass } from '#testing/onepass.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const onepass = openOnePass(portal);

test('a device that changes is shown at once in open lists of its keys and their invitations', async () => {
  const keys = [await onepass.key(), await onepass.key()];
  const { id: invite } = await onepass.invite(admin, { keys });
  const alone = await onepass.key();
  await onepass.invite(admin, { keys: [await onepass.key({ serial: serials.southPadlock })] });
  const { rows } = await portal.database.system.query<{ id: string }>(
    'select id from device where tenant_id = $1 and serial_number = $2',
    [tenants.demo, serials.northPadlock],
  );
  const changed: string[] = [];
  const stop = onChange((changes) => {
    const own = changes.filter(({ resource }) => resource.startsWith('secure-key'));
    changed.push(...own.map((change) => `${change.resource} ${change.id}`));
  });
  await admin.call(devices.update, { params: { id: rows[0]?.id ?? '' }, body: { name: 'Back door' } });
  stop();
  const expected = [...[...keys, alone].map((key) => `secure-key ${key}`), `secure-key-invitation ${invite}`];
  expect(changed.toSorted()).toEqual(expected.toSorted());
});
