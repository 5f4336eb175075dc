// More concurrent passwords than can be hashed in a few seconds: calls beyond the limit are refused, the others carried out.
import { passwords } from '@keyward/contract/password';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { hashesForMany, hashForMany, hashingCall, maxHashingCalls, withHashSlot } from '#core/auth/hashing.ts';
import { hashForOkms } from '#core/auth/password.ts';
import { tenants } from '#testing/people.ts';
import { type Answer, openPortal } from '#testing/portal.ts';
import { openProxied } from '#testing/sign-in.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { from, newAddress, signIn } = await openProxied(portal);
const count = async (what: string) =>
  (await portal.database.system.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n;

let release = async () => {};
afterEach(() => release());
/** Takes all but `left` places, and every slot, until `release`; calls that wait behind them are hashed after it. */
function occupy(left: number): void {
  const held = Promise.withResolvers<void>();
  const taken = Array.from({ length: maxHashingCalls - left }, () =>
    hashingCall(() => withHashSlot(() => held.promise)),
  );
  release = async () => {
    held.resolve();
    await Promise.all(taken);
  };
}
/** Resolves with the first `n` answers. */
async function firstOf(n: number, answers: readonly Promise<Answer>[]): Promise<Answer[]> {
  const first: Answer[] = [];
  const enough = Promise.withResolvers<Answer[]>();
  for (const answer of answers)
    void answer.then((one) => {
      first.push(one);
      if (first.length === n) enough.resolve([...first]);
    });
  return enough.promise;
}

test('refuses the sign-ins of a flood that get no slot at once and without a trace, and answers the others', async () => {
  occupy(5);
  const answers = Array.from({ length: 30 }, (_, i) => signIn('clerk', i % 2 ? demoPassword : 'wrong'));
  for (const refused of await firstOf(25, answers)) {
    expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
      503,
      '5',
      { errors: [{ code: 'passwordsBusy', detail: expect.stringContaining('Try again in a few seconds.') }] },
    ]);
  }
  await release();
  const statuses = (await Promise.all(answers)).map(({ status }) => status).filter((status) => status !== 503);
  expect(statuses).toHaveLength(5);
  expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
  const failed = statuses.filter((status) => status === 401).length;
  expect(await count(`event where event = 'FAILED_LOGIN'`)).toBe(failed);
  expect(await count(`event where event = 'LOGIN'`)).toBe(5 - failed);
  expect(await count(`sign_in_attempt where key like 'address:%'`)).toBe(5);
  expect((await signIn('clerk', demoPassword)).status).toBe(200);
});

test('the refusal is in the language of the browser', async () => {
  occupy(0);
  const french = from(newAddress(), { 'accept-language': 'fr' });
  const answer = await french.raw('POST', '/api/v1/login', { username: 'clerk', password: demoPassword });
  expect(answer.text).toContain('Trop de mots de passe');
});

test('while no slot is free, passwords are neither changed nor set, and everything else goes on', async () => {
  occupy(0);
  const change = {
    body: { password: demoPassword, newPassword: 'Another-passw0rd', confirmationPassword: 'Another-passw0rd' },
  };
  const busy = { status: 503, code: 'passwordsBusy' };
  expect(await clerk.refused(passwords.changeOwn, change)).toMatchObject(busy);
  const body = { name: 'Late Riser', username: 'late' };
  expect(await admin.refused(profiles.create, { body: { ...body, password: 'Another-passw0rd' } })).toMatchObject(busy);
  expect(await count(`profile where tenant_id = '${tenants.demo}' and username = 'late'`)).toBe(0);
  const { data } = await admin.call(profiles.create, { body });
  const set = { params: { id: data.id }, body: { password: 'Another-passw0rd' } };
  expect(await admin.refused(profiles.update, set)).toMatchObject(busy);
  expect((await admin.call(profiles.update, { ...set, body: { name: 'Early Bird' } })).data.name).toBe('Early Bird');
  // jobs are not refused: they wait for a slot
  const verifier = hashForOkms('12345', Buffer.alloc(16));
  await release();
  expect(await verifier).toMatch(/^\$argon2id\$/);
  await admin.call(profiles.update, set);
  await clerk.call(passwords.changeOwn, change);
  expect((await signIn('clerk', 'Another-passw0rd')).status).toBe(200);
});

test('a sign-in waits only for the bulk hashes that have a slot, however many more are queued', async () => {
  const turns: string[] = [];
  const hash = (who: string) => withHashSlot(async () => void turns.push(who));
  const many = Array.from({ length: 100 }, () => hashForMany(() => hash('file')));
  await Promise.all([...many, hash('person')]);
  expect(turns).toHaveLength(101);
  expect(turns.indexOf('person')).toBeLessThanOrEqual(hashesForMany);
});

test('rows of files and verifiers of PINs wait for a bulk slot, and sign-ins do not', async () => {
  await portal.database.system.query(
    `update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`,
    [tenants.demo],
  );
  const held = Promise.withResolvers<void>();
  const taken = Array.from({ length: hashesForMany }, () => hashForMany(() => held.promise));
  release = async () => {
    held.resolve();
    await Promise.all(taken);
  };
  const ended: string[] = [];
  const file = new TextEncoder().encode('name,profile id,temporary password\nBy File,by.file,Start-here-1');
  const uploaded = admin.request(imports.file, { file, query: {} }).finally(() => ended.push('file'));
  const verifier = hashForOkms('12345', Buffer.alloc(16)).finally(() => ended.push('verifier'));
  for (let n = 0; n < 5; n++) expect((await signIn('clerk', 'wrong')).status).toBe(401);
  expect(ended).toEqual([]);
  await release();
  expect((await uploaded).status).toBe(201);
  expect(await verifier).toMatch(/^\$argon2id\$/);
});
