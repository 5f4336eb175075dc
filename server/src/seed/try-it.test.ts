import { invitationPage } from '@keyward/contract/invitation-page';
import { invitations } from '@keyward/contract/invitations';
import { expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal, portalBase } from '#testing/portal.ts';
import { invitationToTry } from './try-it.ts';

const portal = await openPortal();
const { anonymous, manager } = portal.as;
const { system } = portal.database;
const toTry = () => invitationToTry(portal.database, portal.vault, portalBase);
const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? '';
const open = async (link: string | undefined) =>
  (await anonymous.call(invitationPage.open, { body: { token: tokenOf(link) } })).data;

test('each start has an invitation that no one has accepted yet, and its sender sees it', async () => {
  const first = await toTry();
  expect(await open(first)).toMatchObject({
    sender: 'Mona Manager',
    bond: 'none',
    state: 'active',
    keys: [{ device_name: 'North padlock', location: 'North', state: 'active', uses: 0 }],
  });
  // it is mailed as well, like any other
  const outbox = openOutbox(portal);
  await outbox.work();
  expect(outbox.tokens('try.it@example.com')).toEqual([tokenOf(first)]);
  expect(await toTry()).toBe(first);

  await anonymous.call(invitationPage.accept, { body: { token: tokenOf(first) } });
  const second = await toTry();
  expect(second).not.toBe(first);
  expect(await open(second)).toMatchObject({ bond: 'none', state: 'active' });

  await system.query(`update secure_key set expires_at = now() where tenant_id = $1`, [tenants.demo]);
  const third = await toTry();
  expect(await open(third)).toMatchObject({ bond: 'none', state: 'active' });

  const { data } = await manager.call(invitations.list, { query: { email: 'try.it@example.com', status: 'NEW' } });
  const last = data.find((one) => one.can_be_cancelled);
  await manager.call(invitations.cancel, { params: { id: last?.id ?? '' } });
  expect(await open(await toTry())).toMatchObject({ bond: 'none', state: 'active' });
});

test('a demo without its manager starts without an invitation', async () => {
  await system.query(`update profile set disabled = true where tenant_id = $1 and username = 'manager'`, [
    tenants.demo,
  ]);
  await system.query(`update secure_key set expires_at = now() where tenant_id = $1`, [tenants.demo]);
  expect(await toTry()).toBeUndefined();
});
