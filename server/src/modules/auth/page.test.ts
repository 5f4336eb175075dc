import { auth } from '@keyward/contract/auth';
import { organizations } from '@keyward/contract/organization';
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, anonymous, harborClerk, stranger } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where username = 'admin'`);

const logo = [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>').toString('base64')];
/** The answer without the parts that differ between any two. */
async function answer(who = anonymous) {
  const { status, text, headers } = await who.request(auth.page);
  return { status, text, headers: Object.keys(headers).filter((name) => name !== 'date') };
}

test('shows the name and the logo of the organization of the host', async () => {
  const plain = { name: 'Northgate Retail', logo: null, passkeyAlone: false };
  expect((await anonymous.call(auth.page)).data).toEqual(plain);
  const { data } = await admin.call(organizations.setLogo, { body: { logo } });
  expect((await anonymous.call(auth.page)).data).toEqual({ ...plain, logo: data.logo });
  expect((await anonymous.raw('GET', data.logo ?? '')).headers['content-type']).toBe('image/svg+xml');
  expect((await harborClerk.call(auth.page)).data).toMatchObject({ name: 'Harbor Stores', logo: null });
});

test('answers every caller with the same bytes, also for a suspended organization', async () => {
  const usual = await answer();
  expect(await answer(clerk)).toEqual(usual);
  await owner.query('update tenant set suspended_at = now() where id = $1', [tenants.demo]);
  expect(await answer()).toEqual(usual);
  expect(await answer(clerk)).toEqual(usual);
});

test('shows no organization other than that of the host', async () => {
  expect(await stranger.refused(auth.page)).toMatchObject({ status: 421, code: 'unknownHost' });
  for (const path of [
    `${auth.page.path}?tenant=harbor`,
    `${auth.page.path}?username=admin`,
    `${auth.page.path}/harbor`,
  ])
    expect((await anonymous.raw('GET', path)).text).not.toContain('Harbor');
});
