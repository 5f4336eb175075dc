import { expect, test, vi } from 'vitest';
import { common } from '#texts/en/common.ts';
import { losing, withTexts } from '#ui/alerts.testing.ts';
import { saveTagPlace, saveValueOrder } from './moves.ts';

// the cache of calls adds a listener for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

withTexts({ common });

const order = [{ id: crypto.randomUUID() }, { id: crypto.randomUUID() }];
const tag = crypto.randomUUID();

test.each([
  ['a tag', () => saveTagPlace(order, 0)],
  ['a value', () => saveValueOrder(tag, order, 3)],
])('a move of %s that is repeated after a lost answer is another submission', async (_, move) => {
  const keys = losing(1, { version: 4 });
  await expect(move()).rejects.toMatchObject({ code: 'noAnswer' });
  await move();
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
});
