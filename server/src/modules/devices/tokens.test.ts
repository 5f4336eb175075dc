import { activity } from '@keyward/contract/activity';
import { confirm } from '@keyward/contract/confirm';
import { devices } from '@keyward/contract/devices';
import { settings } from '@keyward/contract/settings';
import { beforeEach, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials } from '#testing/people.ts';
import { openPortal, portalBase } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, manager, clerk } = portal.as;
const { system } = portal.database;
const outbox = openOutbox(portal);
const { data: all } = await admin.call(devices.list, {});
const idOf = (serial: string) => all.find((row) => row.serial_number === serial)?.id ?? '';
const lastEvent = async () => (await admin.call(activity.list, {})).data[0];
const north = { params: { id: idOf(serials.northOkm) } };
const confirmed = (who = manager) =>
  who.call(confirm.password, { body: { act: 'issueToken', password: demoPassword } });
const mails = async () => {
  await outbox.work();
  return outbox.messages.splice(0).map(({ to, subject, text }) => ({ to, subject, text }));
};
const left = async () =>
  (await system.query<{ n: number }>('select count(*)::int as n from controller_token')).rows[0]?.n;

beforeEach(async () => {
  for (const table of ['controller_token', 'confirmation', 'mail']) await system.query(`delete from ${table}`);
});

test('controller tokens are issued for OKMs, shown once, limited, and revoked', async () => {
  const params = { id: idOf(serials.southOkm) };
  const issued = await issueToken(admin, params.id);
  expect(issued.token).toMatch(/^[0-9a-f]{64}$/);
  const listed = await admin.request(devices.tokens, { params });
  expect(listed.text).not.toContain(issued.token);
  expect(listed.body).toMatchObject({ data: [{ id: issued.id, prefix: issued.token.slice(0, 8) }] });
  expect(JSON.stringify(await lastEvent())).not.toContain(issued.token);
  for (let i = 0; i < 4; i++) await issueToken(admin, params.id);
  expect(await admin.refused(devices.issueToken, { params })).toMatchObject({ code: 'controllerTokenLimit' });
  await admin.call(devices.revokeToken, { params: { ...params, tokenId: issued.id } });
  expect((await lastEvent())?.event).toBe('REVOKE_CONTROLLER_TOKEN');
  expect(await admin.refused(devices.revokeToken, { params: { ...params, tokenId: issued.id } })).toMatchObject({
    status: 404,
  });
  expect(await admin.refused(devices.issueToken, { params: { id: idOf(serials.southPadlock) } })).toMatchObject({
    code: 'notAController',
  });
  await confirmed();
  expect(await manager.refused(devices.issueToken, { params })).toMatchObject({ status: 404 });
});

test('a session alone issues no token: the person must confirm first, for this act and this session', async () => {
  const asked = { status: 403, code: 'confirmAgain', params: { act: 'issueToken' } };
  expect(await manager.refused(devices.issueToken, north)).toMatchObject(asked);
  await manager.call(confirm.password, { body: { act: 'unlockDevice', password: demoPassword } });
  await confirmed(admin);
  expect(await manager.refused(devices.issueToken, north)).toMatchObject(asked);
  expect([await left(), await mails()]).toEqual([0, []]);
  expect(await clerk.refused(devices.issueToken, north)).toMatchObject({ code: 'forbidden' });
  await confirmed();
  expect((await manager.request(devices.issueToken, north)).status).toBe(201);
});

test('each issue is mailed to those who may edit roles: for which OKM, by whom and when, without the secret', async () => {
  const issued = await issueToken(manager, north.params.id);
  const [mail, ...others] = await mails();
  expect([mail?.to, others]).toEqual(['admin@demo.example', []]);
  expect(mail?.subject).toBe('A controller token of Northgate Retail was issued');
  expect(mail?.text).toMatch(
    /Mona Manager has issued a token for the OKM “North cabinet” of Northgate Retail, on \w+ \d+, \d{4} at \d+:\d{2} [AP]M \(\S+\)\./,
  );
  expect(mail?.text).toContain(`${portalBase}/devices?open=${north.params.id}`);
  expect(mail?.text).not.toContain(issued.token.slice(0, 8));
});

test('the mail is in the language of each recipient', async () => {
  const { data: locale } = await admin.call(settings.create, { body: { name: 'Locale', category: 'UI', value: 'fr' } });
  await issueToken(manager, north.params.id);
  expect((await mails())[0]?.text).toContain('a émis un jeton pour l’OKM «\u00a0North cabinet\u00a0»');
  await system.query('delete from setting where id = $1', [locale.id]);
});

test('a refused token sends no mail', async () => {
  for (let i = 0; i < 5; i++) await issueToken(manager, north.params.id);
  await mails();
  expect(await manager.refused(devices.issueToken, north)).toMatchObject({ code: 'controllerTokenLimit' });
  expect(await mails()).toEqual([]);
});
