import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const named = (id: string) => ({ 'keyward-person': id });

test('refuses to read, write and sign out under the cookie of another profile', async () => {
  const [{ data: boss }, { data: other }] = [await admin.call(auth.me), await clerk.call(auth.me)];
  const { data } = await admin.call(devices.list, { query: {} });
  const [device] = data;
  const path = devices.update.path.replace(':id', device?.id ?? '');
  for (const [method, target, body] of [
    ['GET', auth.me.path, undefined],
    ['GET', auth.sessionCheck.path, undefined],
    [devices.update.method, path, { name: 'Written by the wrong person' }],
    [auth.logout.method, auth.logout.path, undefined],
  ] as const) {
    const answer = await admin.raw(method, target, body, named(other.id));
    expect([target, answer.status]).toEqual([target, 409]);
    expect(answer.body).toMatchObject({ errors: [{ code: 'anotherPerson' }] });
  }
  expect((await admin.call(devices.get, { params: { id: device?.id ?? '' } })).data.name).toBe(device?.name);
  expect((await admin.raw('GET', auth.me.path, undefined, named(boss.id))).status).toBe(200);
});
