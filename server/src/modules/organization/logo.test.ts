import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { organizations } from '@keyward/contract/organization';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, nobody, manager, harborAdmin, anonymous } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where username = 'admin'`);
beforeEach(() => owner.query('delete from organization'));

const drawing = (colour: string) => `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${colour}"/></svg>`;
const base64 = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .match(/.{1,16384}/g) ?? [];
const red = base64(drawing('red'));
const set = (logo: string[] | null, ifMatch?: number) =>
  admin.call(organizations.setLogo, { body: { logo }, ...(ifMatch === undefined ? {} : { ifMatch }) });
const refusal = (body: object, who = admin) => who.refused(organizations.setLogo, { body } as { body: { logo: null } });
const events = async () => (await admin.call(activity.list, { query: { event: 'MODIFY_TENANT' } })).data;
const path = organizations.logo.path;

describe('the logo', () => {
  test('is set, replaced and removed, each with one event and a new address', async () => {
    const before = (await events()).length;
    const first = (await set(red)).data;
    expect(first).toMatchObject({
      version: 1,
      logo: expect.stringMatching(/^\/api\/v1\/organization\/logo\?v=\w{16}$/),
    });
    expect((await manager.call(auth.me)).data.logo).toBe(first.logo);
    expect((await harborAdmin.call(auth.me)).data.logo).toBeNull();
    const second = (await set(base64(drawing('blue')))).data;
    expect(second.logo).not.toBe(first.logo);
    const gone = (await set(null)).data;
    expect(gone).toMatchObject({ version: 3, logo: null });
    const [removal, ...others] = await events();
    expect(others).toHaveLength(before + 2);
    expect(removal?.description.changes).toEqual([
      { attribute: 'logo', oldValue: expect.stringMatching(/^SVG, \d+ B \(\w{16}\)$/), newValue: null },
    ]);
    expect((await nobody.raw('GET', path)).status).toBe(404);
  });

  test('records nothing when it is the same, or there is none to remove', async () => {
    const before = await events();
    await set(null);
    expect(await events()).toEqual(before);
    await set(red);
    const { data } = await set(red);
    expect(data.version).toBe(1);
    expect(await events()).toHaveLength(before.length + 1);
  });

  test('is served at its organization’s host, as an image that can run no script', async () => {
    await set(red);
    const answer = await nobody.raw('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(drawing('red'));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const etag = String(answer.headers['etag']);
    const again = await nobody.raw('GET', path, undefined, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    // the sign-in pages show it
    expect((await anonymous.raw('GET', path)).text).toBe(drawing('red'));
    expect((await harborAdmin.raw('GET', path)).status).toBe(404);
    await set(base64(drawing('blue')));
    expect((await nobody.raw('GET', path, undefined, { 'if-none-match': etag })).status).toBe(200);
  });

  test('shares the version of the organization: a stale change is refused', async () => {
    await set(red, 0);
    expect(await admin.refused(organizations.setLogo, { body: { logo: null }, ifMatch: 0 })).toMatchObject({
      status: 412,
      code: 'conflict',
      params: { by: 'Ada Admin' },
    });
    expect(
      (await admin.call(organizations.update, { body: { name: 'Northgate Ltd' }, ifMatch: 1 })).data.logo,
    ).not.toBeNull();
  });

  test.each([
    [{ logo: base64('GIF89a') }, 'logoKind'],
    [{ logo: base64(drawing('red').replace('<path', '<script/><path')) }, 'logoUnsafe'],
    [{ logo: base64(drawing('red').padEnd(65_537)) }, 'logoTooLarge'],
    [{ logo: ['A'.repeat(900_000)] }, 'logoTooLarge'],
    [{ logo: ['not base64!'] }, 'logoKind'],
    [{ logo: [] }, 'logoKind'],
  ])('is refused %#', async (body, reason) => {
    const { status, code, constraint, params } = await refusal(body);
    expect([status, params?.['reason'] ?? code]).toEqual([400, reason]);
    expect(constraint).toMatch(/^logo/);
  });

  test('is refused as a body of two megabytes', async () => {
    expect((await refusal({ logo: ['A'.repeat(2_000_000)] })).status).toBe(413);
  });

  test('is changed only by the in-product administrator', async () => {
    for (const who of [manager, nobody]) expect((await refusal({ logo: red }, who)).status).toBe(403);
    expect((await refusal({ logo: red }, anonymous)).status).toBe(401);
  });
});
