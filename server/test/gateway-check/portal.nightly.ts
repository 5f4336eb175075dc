import { afterEach, expect, test, vi } from 'vitest';
import { keyward } from '#cli/keyward.ts';
import type { ClauseId } from '#gateway-check/verdicts.ts';
import { checkPortal, portalClauses } from '#gateway-check/portal/check.ts';
import { sender, type Send } from '#gateway-check/portal/client.ts';
import { portalFaults } from './portal-faults.ts';
import { tenants } from '#testing/people.ts';
import { openChecked } from './checked-portal.ts';

const { system, token, url, serial, act, prepare } = await openChecked();
const send = sender(url, token);

async function check(through: Send, only?: readonly string[]) {
  const key = await prepare();
  const acts: Promise<void>[] = [];
  const prompt = (wanted: 'change' | 'unlock') => void acts.push(act(wanted));
  const verdicts = await checkPortal(through, { serial, key, wait: 10, block: true, prompt }, only);
  await Promise.all(acts);
  return verdicts;
}
const failing = (verdicts: Awaited<ReturnType<typeof check>>) =>
  verdicts.filter(({ state }) => state === 'fails').map(({ id }) => id);

test('this portal meets every clause', { timeout: 60_000 }, async () => {
  const verdicts = await check(send);
  expect(verdicts.filter(({ state }) => state !== 'holds')).toEqual([]);
  expect(verdicts.map(({ id }) => id)).toEqual(portalClauses().map(({ id }) => id));
});

test('without its options the check leaves out clauses that change something, and says why', async () => {
  const verdicts = await checkPortal(send, { prompt: () => expect.unreachable() });
  expect(failing(verdicts)).toEqual([]);
  const untried = verdicts.flatMap((one) => (one.state === 'untried' ? [one.why] : []));
  expect(new Set(untried.map((why) => /--\w+/.exec(why)?.[0]))).toEqual(
    new Set(['--serial', '--key', '--wait', '--block']),
  );
});

test('for a tenant without OnePASS the check leaves out the clauses that need OnePASS', async () => {
  const features = (names: string[]) =>
    system.query('update tenant set features = $2 where id = $1', [tenants.demo, names]);
  const { rows } = await system.query<{ features: string[] }>('select features from tenant where id = $1', [
    tenants.demo,
  ]);
  await system.query('delete from wrong_entry');
  await features([]);
  try {
    const verdicts = await checkPortal(send, { serial, block: true, prompt: () => expect.unreachable() }, [
      '7',
      '8',
      '9',
    ]);
    expect(failing(verdicts)).toEqual([]);
    const without = verdicts.filter((one) => one.state === 'untried' && one.why === 'the organization has no OnePASS');
    expect(without.map(({ id }) => id)).toEqual(['P7.8', 'P7.10', 'P7.11', 'P9.1']);
  } finally {
    await features(rows[0]?.features ?? []);
  }
});

test('each clause has a fault', () => {
  expect(Object.keys(portalFaults).toSorted()).toEqual(
    portalClauses()
      .map(({ id }) => id as string)
      .toSorted(),
  );
});

const faults = Object.keys(portalFaults) as ClauseId[];
const sectionOf = (id: string) => id.slice(1).split('.')[0] ?? '';

test.each(faults)('a portal that breaks %s fails exactly that clause', { timeout: 60_000 }, async (id) => {
  const fault = portalFaults[id];
  const verdicts = await check(fault?.()(send) ?? send, [sectionOf(id)]);
  expect(failing(verdicts)).toEqual([id]);
});

afterEach(() => {
  vi.restoreAllMocks();
});
/** Runs the command; returns the exit code and the output. */
async function command(...args: string[]) {
  let out = '';
  let err = '';
  vi.spyOn(console, 'log').mockImplementation((text) => void (out += text));
  vi.spyOn(console, 'error').mockImplementation((text) => void (err += text));
  return { code: await keyward(['gateway', 'check', '--url', url, ...args]), out, err };
}

test('the command ends with 0 when the chosen clauses hold, and with 1 when one does not', async () => {
  const sound = await command('--token', token, '--only', '1', '--only', 'P3.2');
  expect([sound.code, sound.err]).toEqual([0, '']);
  expect(sound.out).toContain('7 clauses hold, 0 do not, 0 could not be tried');
  const revoked = await command('--token', 'f'.repeat(64), '--only', 'P2.1', '--json');
  expect([revoked.code, revoked.err]).toEqual([1, 'Clauses of docs/gateway.md that do not hold: 1.']);
  expect(JSON.parse(revoked.out)).toMatchObject([{ id: 'P2.1', state: 'fails', expected: '200' }]);
});

test.each([
  [['--token', 'x', '--only', 'nothing'], 'No clause was tried.'],
  [['--token', 'x', '--wait', 'long'], '--wait takes a whole number'],
  [[], '--token is missing.'],
])('the command refuses %j', async (args, message) => {
  const { code, err } = await command(...args);
  expect(code).toBe(1);
  expect(err).toContain(message);
});
