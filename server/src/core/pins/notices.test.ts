import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { beforeEach, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, editor, manager } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);
const demo = [tenants.demo];
const idOf = async (username: string) =>
  (
    await owner.query<{ id: string }>(`select id from profile where tenant_id = $1 and username = $2`, [
      ...demo,
      username,
    ])
  ).rows[0]?.id ?? '';
const clerk = { params: { id: await idOf('clerk') } };
const mails = async () =>
  (
    await owner.query<{ kind: string; recipient: string }>(
      'select kind, recipient from mail where tenant_id = $1',
      demo,
    )
  ).rows;
/** Lets hours pass for all profiles and their addresses. */
async function later(hours: number) {
  await owner.query(`update profile set created_at = created_at - make_interval(hours => $2) where tenant_id = $1`, [
    ...demo,
    hours,
  ]);
  await owner.query(
    `update former_email set replaced_at = replaced_at - make_interval(hours => $2) where tenant_id = $1`,
    [...demo, hours],
  );
}
await later(48);
beforeEach(() => owner.query('delete from mail where tenant_id = $1', demo));

test('the owner of a PIN gets a mail that says who has seen it, without the PIN itself', async () => {
  const { data: pin } = await manager.call(pins.show, clerk);
  await manager.call(pins.reset, clerk);
  expect(await mails()).toEqual([
    { kind: 'pinShown', recipient: 'clerk@demo.example' },
    { kind: 'pinReset', recipient: 'clerk@demo.example' },
  ]);
  await outbox.work();
  expect(outbox.messages.map(({ to, text }) => [to, text.includes('Mona Manager')])).toEqual([
    ['clerk@demo.example', true],
    ['clerk@demo.example', true],
  ]);
  expect(JSON.stringify(outbox.messages)).not.toContain(pin);
});

test('people get no mail about their own PIN', async () => {
  await admin.call(pins.show, { params: { id: await idOf('admin') } });
  expect(await mails()).toEqual([]);
});

test('showing a PIN to the creator of its profile causes no mail, since the address is new', async () => {
  const body = { name: 'New', username: 'new.here', email: 'new.here@demo.example' };
  const { id } = (await admin.call(profiles.create, { body })).data;
  await admin.call(pins.show, { params: { id }, query: { purpose: 'slip' } });
  expect(await mails()).toEqual([]);
});

test('changing the e-mail address first does not divert the notice from the owner', async () => {
  const change = (email: string | null) => admin.call(profiles.update, { ...clerk, body: { email } });
  await change('mine@demo.example');
  await admin.call(pins.show, clerk);
  await change('mine.too@demo.example');
  await admin.call(pins.show, clerk);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['clerk@demo.example', 'clerk@demo.example']);
  await later(25);
  await admin.call(pins.show, clerk);
  expect((await mails()).at(-1)?.recipient).toBe('mine.too@demo.example');
  await change(null);
  await later(25);
  await change('another@demo.example');
  await owner.query('delete from mail where tenant_id = $1', demo);
  await admin.call(pins.show, clerk);
  expect(await mails()).toEqual([]);
});

test('a refused call causes no mail', async () => {
  expect((await editor.refused(pins.show, { params: { id: await idOf('admin') } })).status).toBe(403);
  expect(await mails()).toEqual([]);
});

test('the organization can switch notices off', async () => {
  const set = (text: string) => owner.query(`update tenant set config = ${text} where id = $1`, demo);
  await set(`config || '{"ledgerNotices": false}'`);
  const nobody = { params: { id: await idOf('nobody') } };
  await admin.call(pins.show, nobody);
  expect(await mails()).toEqual([]);
  await set(`config - 'ledgerNotices'`);
  await admin.call(pins.show, nobody);
  expect(await mails()).toEqual([{ kind: 'pinShown', recipient: 'nobody@demo.example' }]);
});
