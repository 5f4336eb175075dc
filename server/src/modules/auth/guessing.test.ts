import { expect, test } from 'vitest';
import { demoPassword } from '#core/demo.ts';
import { openPortal } from '#testing/portal.ts';
import { openProxied } from '#testing/sign-in.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { newAddress, signIn } = await openProxied(portal);
const change = (text: string, values: unknown[] = []) => owner.query(text, values);

test('of 30 guesses at once at most 10 are judged, and the owner still gets in from elsewhere', async () => {
  const address = newAddress();
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn('manager', `wrong ${i}`, address)));
  const judged = answers.filter((a) => a.status === 401).length;
  const refused = answers.filter((a) => a.status === 429);
  expect(judged + refused.length).toBe(30);
  // each second of waiting lets one more through
  expect(judged).toBeLessThanOrEqual(10 + Math.floor((performance.now() - began) / 1000));
  expect(judged).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.body).toMatchObject({ errors: [{ code: 'tooManyAttempts' }] });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await signIn('manager', demoPassword)).status).toBe(200);
});

test('while blocked even the right password is not judged, and the wait doubles up to a quarter of an hour', async () => {
  const address = newAddress();
  await signIn('editor', 'wrong', address);
  const waits: number[] = [];
  for (const failures of [9, 12, 15, 40]) {
    await change(
      `update sign_in_attempt set failures = $1, blocked_until = null, updated_at = now() where key like 'both:%' and key like $2`,
      [failures, `%:${address}`],
    );
    expect((await signIn('editor', 'wrong', address)).status).toBe(401);
    const answer = await signIn('editor', demoPassword, address);
    expect(answer.status).toBe(429);
    waits.push(Number(answer.headers['retry-after']));
  }
  expect(waits).toEqual([1, 8, 64, 900]);
});

test('of many guesses at once at a blocked door exactly one goes through when it opens', async () => {
  const address = newAddress();
  await signIn('homeless', 'wrong', address);
  await change(`update sign_in_attempt set failures = 20 where key like 'both:%' and key like $1`, [`%:${address}`]);
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('homeless', 'wrong', address)));
  expect(answers.filter((a) => a.status === 401)).toHaveLength(1);
});

test('the right password clears the account at this address', async () => {
  const address = newAddress();
  for (let i = 0; i < 8; i++) await signIn('clerk', 'wrong', address);
  expect((await signIn('clerk', demoPassword, address)).status).toBe(200);
  for (let i = 0; i < 8; i++) expect((await signIn('clerk', 'wrong', address)).status).toBe(401);
});

test('nor does it clear the address: an account of one’s own is no way to go on guessing others', async () => {
  const address = newAddress();
  await signIn('someone', 'wrong', address);
  await change(`update sign_in_attempt set failures = 90 where key = $1`, [`address:${address}`]);
  expect((await signIn('clerk', demoPassword, address)).status).toBe(200);
  const { rows } = await owner.query<{ failures: number }>(`select failures from sign_in_attempt where key = $1`, [
    `address:${address}`,
  ]);
  expect(rows).toEqual([{ failures: 90 }]);
});

test('one address cannot try many accounts without end, and spelling a name differently is no new account', async () => {
  const address = newAddress();
  await signIn('someone', 'wrong', address);
  await change(`update sign_in_attempt set failures = 150 where key = $1`, [`address:${address}`]);
  expect((await signIn('someone-else', 'wrong', address)).status).toBe(401);
  expect((await signIn('yet-another', 'wrong', address)).status).toBe(429);

  const other = newAddress();
  for (const name of ['CLERK', 'Clerk', 'ｃｌｅｒｋ', 'clerk']) await signIn(name, 'wrong', other);
  const { rows } = await owner.query<{ failures: number }>(`select failures from sign_in_attempt where key like $1`, [
    `both:%:${other}`,
  ]);
  expect(rows).toEqual([{ failures: 4 }]);
});

test('right and wrong at once on one account neither fail nor wait for each other for ever', async () => {
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => signIn('clerk', i % 2 ? demoPassword : 'wrong', address)),
  );
  expect(answers.map((a) => a.status).filter((s) => ![200, 401, 429].includes(s))).toEqual([]);
});
