import { expect, test } from 'vitest';
import { TestController } from '#testing/controllers.ts';
import { openGateway } from './gateway.testing.ts';

const { north } = await openGateway();

test('a confirmation of a future epoch begins one after it, unless it is over ten years ahead', async () => {
  const controller = new TestController(north);
  await controller.fetch();
  const day = 86_400_000;
  const ahead = Date.now() + day;
  const answer = await controller.confirm({ epoch: ahead });
  expect(answer).toMatchObject({ outcome: 'unknown', fetch: 'all' });
  expect(answer.access.epoch).toBeGreaterThan(ahead);
  await controller.fetch();
  expect(controller.epoch).toBe(answer.access.epoch);
  const { access: next } = await controller.confirm({ epoch: ahead + 20 * 365 * day });
  expect(next.epoch).toBeGreaterThan(answer.access.epoch);
  expect(next.epoch).toBeLessThan(ahead + day);
});
