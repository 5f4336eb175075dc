import { createHash } from 'node:crypto';
import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { type Answer, openPortal } from '#testing/portal.ts';
import { openProxied } from '#testing/sign-in.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { from, newAddress, signIn } = await openProxied(portal);
const change = (text: string, values: unknown[] = []) => owner.query(text, values);

test('checks at most 10 of 30 concurrent guesses, and the owner can still sign in from elsewhere', async () => {
  const address = newAddress();
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn('manager', `wrong ${i}`, address)));
  const checked = answers.filter((a) => a.status === 401).length;
  const refused = answers.filter((a) => a.status === 429);
  expect(checked + refused.length).toBe(30);
  // each second that passes allows one more
  expect(checked).toBeLessThanOrEqual(10 + Math.floor((performance.now() - began) / 1000));
  expect(checked).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.body).toMatchObject({ errors: [{ code: 'tooManyAttempts' }] });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await signIn('manager', demoPassword)).status).toBe(200);
});

test('while blocked even the correct password is not checked, and the wait doubles up to 15 minutes', async () => {
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

test('checks exactly one of many concurrent guesses when a block expires', async () => {
  const address = newAddress();
  await signIn('homeless', 'wrong', address);
  await change(`update sign_in_attempt set failures = 20 where key like 'both:%' and key like $1`, [`%:${address}`]);
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('homeless', 'wrong', address)));
  expect(answers.filter((a) => a.status === 401)).toHaveLength(1);
});

test('the correct password resets the account’s failures at this address', async () => {
  const address = newAddress();
  for (let i = 0; i < 8; i++) await signIn('clerk', 'wrong', address);
  expect((await signIn('clerk', demoPassword, address)).status).toBe(200);
  for (let i = 0; i < 8; i++) expect((await signIn('clerk', 'wrong', address)).status).toBe(401);
});

test('the correct password does not reset the address’s failures, so it allows no more guesses on other accounts', async () => {
  const address = newAddress();
  await signIn('someone', 'wrong', address);
  await change(`update sign_in_attempt set failures = 90 where key = $1`, [`address:${address}`]);
  expect((await signIn('clerk', demoPassword, address)).status).toBe(200);
  const { rows } = await owner.query<{ failures: number }>(`select failures from sign_in_attempt where key = $1`, [
    `address:${address}`,
  ]);
  expect(rows).toEqual([{ failures: 90 }]);
});

test('an address is limited across accounts, and another spelling is the same account', async () => {
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

test('concurrent correct and wrong attempts on one account cause no errors or deadlocks', async () => {
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => signIn('clerk', i % 2 ? demoPassword : 'wrong', address)),
  );
  expect(answers.map((a) => a.status).filter((s) => ![200, 401, 429].includes(s))).toEqual([]);
});

/** Makes many calls, five at a time: more than the connection pool holds would be refused. */
async function inTurns<T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let i = 0; i < count; i += 5)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(5, count - i) }, (_, k) => call(i + k)))));
  return answers;
}

describe('from one IPv6 network', () => {
  test('attempts on 120 accounts from as many addresses count as attempts from one address', async () => {
    const answers = await inTurns(120, (i) => signIn(`sprayed-${i}`, 'wrong', `2001:db8:5:6::${(i + 1).toString(16)}`));
    const checked = answers.filter((a) => a.status === 401).length;
    expect(checked + answers.filter((a) => a.status === 429).length).toBe(120);
    // the 100th failure blocks for a second
    expect(checked).toBeLessThan(120);
    const { rows } = await owner.query<{ key: string }>(
      `select key from sign_in_attempt where key like 'address:2001:db8:5:6:%'`,
    );
    expect(rows).toEqual([{ key: 'address:2001:db8:5:6::/64' }]);
  });

  test('reset requests count in the same way', async () => {
    for (let i = 1; i <= 3; i++)
      await from(`2001:db8:7:8::${i}`).call(passwords.sendReset, { body: { username: `asks-${i}` } });
    const { rows } = await owner.query<{ n: number }>(
      `select n from reset_request where key like 'address:2001:db8:7:%'`,
    );
    expect(rows).toEqual([{ n: 3 }]);
  });
});

describe('while an account is attacked from 250 addresses', () => {
  /** The cookie that a sign-in sets in the browser. */
  const browserOf = (answer: Answer) => {
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    return cookies.find((cookie) => cookie.startsWith('keyward-browser=')) ?? '';
  };
  const signInWith = (cookie: string, username: string, password: string, address = newAddress()) =>
    from(address, { cookie: cookie.split(';')[0] ?? '' }).request(auth.login, { body: { username, password } });
  const spray = async (username: string) => {
    await signIn(username, 'wrong');
    const who = createHash('sha256').update(username).digest('hex');
    await change(`update sign_in_attempt set failures = 190, blocked_until = null where key = $1`, [`account:${who}`]);
    const answers = await inTurns(250, () => signIn(username, 'wrong'));
    expect(answers.some((a) => a.status === 429)).toBe(true);
    await change(
      `update sign_in_attempt set failures = 230, blocked_until = now() + interval '15 min' where key = $1`,
      [`account:${who}`],
    );
  };

  test('only its owner can sign in, from an address and a browser that have signed in to it before', async () => {
    const home = newAddress();
    const first = await signIn('clerk', demoPassword, home);
    expect(first.status).toBe(200);
    const cookie = browserOf(first);
    await spray('clerk');
    expect((await signIn('clerk', demoPassword)).status).toBe(429);
    expect((await signIn('clerk', demoPassword, home)).status).toBe(200);
    expect((await signInWith(cookie, 'clerk', demoPassword)).status).toBe(200);
    // a known browser counts for this account only
    await spray('manager');
    expect((await signIn('manager', demoPassword, home)).status).toBe(429);
    expect((await signInWith(cookie, 'manager', demoPassword)).status).toBe(429);
    // and its cookie cannot be forged
    expect((await signInWith(`keyward-browser=${'ab'.repeat(32)}`, 'clerk', demoPassword)).status).toBe(429);
  });

  test('a known browser gets in when its address is blocked, with a limit of its own', async () => {
    const address = newAddress();
    const cookie = browserOf(await signIn('editor', demoPassword, address));
    await change(
      `update sign_in_attempt set failures = 150, blocked_until = now() + interval '15 min' where key = $1`,
      [`address:${address}`],
    );
    expect((await signIn('editor', demoPassword, address)).status).toBe(429);
    expect((await signInWith(cookie, 'editor', demoPassword, address)).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => signInWith(cookie, 'editor', 'wrong')));
    expect(guesses.some((a) => a.status === 429)).toBe(true);
    expect(guesses.filter((a) => a.status === 401).length).toBeGreaterThanOrEqual(10);
  });

  test('the browser keeps only a random number, out of reach of scripts and other sites', async () => {
    const cookie = browserOf(await signIn('admin', demoPassword));
    expect(cookie).toMatch(/^keyward-browser=[0-9a-f]{64}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const over = await from(newAddress(), { 'x-forwarded-proto': 'https' }).request(auth.login, {
      body: { username: 'admin', password: demoPassword },
    });
    expect(String(over.headers['set-cookie'])).toMatch(/__Host-keyward-browser=[0-9a-f]{64};[^,]* Secure/);
    // a browser keeps its number across profiles
    expect(browserOf(await signInWith(cookie, 'homeless', demoPassword))).toContain(cookie.split(';')[0]);
    // a failure does not mark the browser as known
    expect(browserOf(await signIn('clerk', 'wrong'))).toBe('');
    const { rows } = await owner.query('select key from known_way');
    expect(JSON.stringify(rows)).not.toContain(cookie.slice(16, 80));
  });
});
