import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import { expect, test } from 'vitest';
import { type Caller, openPortal } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';

const portal = await openPortal();
const sso = await openSso(portal);
const { system } = portal.database;

/** Two-sample Kolmogorov–Smirnov test: p-value that both samples share a distribution. */
function likelihood(a: readonly number[], b: readonly number[]): number {
  const below = (list: readonly number[], x: number) => list.filter((v) => v <= x).length / list.length;
  const distance = Math.max(...[...a, ...b].map((x) => Math.abs(below(a, x) - below(b, x))));
  const size = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (size + 0.12 + 0.11 / size) * distance;
  const terms = Array.from({ length: 100 }, (_, i) => 2 * (-1) ** i * Math.exp(-2 * (i + 1) ** 2 * lambda ** 2));
  return lambda < 0.2 ? 1 : terms.reduce((sum, term) => sum + term, 0);
}

const calls: [string, number, (caller: Caller, username: string) => Promise<unknown>][] = [
  ['asking for a link', 200, (caller, username) => caller.request(passwords.sendReset, { body: { username } })],
  [
    'a wrong password',
    60,
    (caller, username) => caller.request(auth.login, { body: { username, password: 'Wrong-passw0rd' } }),
  ],
  ['the look-up of single sign-on', 200, (caller, username) => caller.request(auth.loginSso, { query: { username } })],
];

test.each(calls)(
  'the response time of %s does not reveal whether a profile exists',
  { timeout: 120_000 },
  async (what, samples, call) => {
    if (what.startsWith('the look-up')) await sso.configure();
    const time = async (username: string) => {
      await system.query('delete from reset_request');
      await system.query('delete from sign_in_attempt');
      const begun = performance.now();
      await call(portal.as.anonymous, username);
      return performance.now() - begun;
    };
    const round = async () => {
      const known: number[] = [];
      const unknown: number[] = [];
      for (let i = 0; i < samples; i++) {
        // interleaved in random order, so that both see the same load
        const order = Math.random() < 0.5 ? (['clerk', 'crelk'] as const) : (['crelk', 'clerk'] as const);
        for (const name of order) (name === 'clerk' ? known : unknown).push(await time(name));
      }
      return likelihood(known, unknown);
    };
    for (let i = 0; i < samples / 4; i++) await time(i % 2 ? 'clerk' : 'crelk');
    // by chance one round in a hundred fails; a real difference fails every one
    const rounds: number[] = [];
    while (rounds.length < 5 && !rounds.some((p) => p > 0.01)) rounds.push(await round());
    expect(Math.max(...rounds), rounds.join(' ')).toBeGreaterThan(0.01);
  },
);

test('the test detects half a millisecond', () => {
  const noise = () => 5 + Math.sin(seed++ * 12.9898) * 0.4;
  let seed = 1;
  const one = Array.from({ length: 200 }, noise);
  const other = Array.from({ length: 200 }, noise);
  expect(likelihood(one, other)).toBeGreaterThan(0.01);
  expect(
    likelihood(
      one,
      other.map((t) => t + 0.5),
    ),
  ).toBeLessThan(0.001);
});
