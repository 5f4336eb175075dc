import { beforeAll, describe, expect, test } from 'vitest';
import { checkController, controllerClauses } from '#gateway-check/controller/check.ts';
import { ensurePython, pythonController } from './python.ts';

beforeAll(ensurePython, 300_000);

async function check(fault?: string, only?: readonly string[]) {
  const controller = pythonController();
  const { keypad, restart } = controller;
  try {
    const ready = (url: string) => controller.start(url, 'token', ...(fault ? ['--fault', fault] : []));
    return await checkController({ port: 0, keypad, restart, ready }, only);
  } finally {
    await controller.stop();
  }
}
const clauses = (await controllerClauses()).map(({ id }) => id);

const sectionOf = (id: string) => id.slice(1).split('.')[0] ?? '';

describe.concurrent('the controller in Python', () => {
  test('meets all clauses', { timeout: 300_000 }, async () => {
    const verdicts = await check();
    expect(verdicts.filter(({ state }) => state !== 'holds')).toEqual([]);
    expect(verdicts.map(({ id }) => id)).toEqual(clauses);
  });

  test.each(clauses)('that breaks %s fails exactly that clause', { timeout: 300_000 }, async (id) => {
    const play = () => check(id, [sectionOf(id)]);
    const isJudged = (verdicts: Awaited<ReturnType<typeof play>>) =>
      verdicts.some((one) => one.id === id && one.state !== 'untried');
    let verdicts = await play();
    // a scene of a few seconds that comes too late on a busy machine judges nothing
    for (let again = 0; again < 4 && !isJudged(verdicts); again++) verdicts = await play(); // oxlint-disable-line no-await-in-loop -- until one is judged
    expect(verdicts.filter(({ state }) => state === 'fails').map((one) => one.id)).toEqual([id]);
  });
});

test('a controller that never starts fails C3.1 and C4.1; the other clauses cannot be tried', async () => {
  const verdicts = await checkController({ port: 0, startSeconds: 0.1, ready: () => {} });
  expect(verdicts.filter(({ state }) => state === 'holds')).toEqual([]);
  expect(verdicts.filter(({ state }) => state === 'fails').map(({ id }) => id)).toEqual(['C3.1', 'C4.1']);
});
