// Checks of bulk deletion that hold for every list.
import type { devices } from '@keyward/contract/devices';
import type { profiles } from '@keyward/contract/profiles';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Caller } from './portal.ts';

type RemoveMany = typeof devices.removeMany | typeof profiles.removeMany;

/** Checks that one invisible, foreign or deleted row prevents the deletion of `own`, and that the error names only its id. */
export async function expectAllOrNone(
  caller: Caller,
  removeMany: RemoveMany,
  own: string,
  { outOfSight, foreign }: { outOfSight: string; foreign: string },
): Promise<void> {
  const texts = new Set<string>();
  for (const other of [outOfSight, foreign, randomUUID()]) {
    const answer = await caller.request(removeMany, { body: { ids: [own, other] } });
    expect(answer.status).toBe(404);
    // the caller learns which id to leave out, and nothing about its row
    expect(answer.text).toContain(other);
    texts.add(answer.text.replaceAll(other, 'id'));
  }
  expect(texts.size).toBe(1);
}

/** Checks that a query that finds `now` rows, including `kept`, deletes only with the matching count. */
export async function expectCountChecked(
  caller: Caller,
  removeMany: RemoveMany,
  filterData: Record<string, string>,
  now: number,
  kept: string,
): Promise<void> {
  const seen = now + 1;
  expect(await caller.refused(removeMany, { body: { filterData, count: seen } })).toMatchObject({
    status: 409,
    code: 'selectionChanged',
    params: { now, seen },
  });
  // every deselected row must still be found
  const unknownId = randomUUID();
  expect(await caller.refused(removeMany, { body: { filterData, count: now, without: [unknownId] } })).toMatchObject({
    status: 409,
    code: 'selectionChanged',
  });
  expect(await caller.refused(removeMany, { body: { ids: [unknownId], without: [unknownId] } })).toMatchObject({
    status: 400,
  });
  expect(await caller.call(removeMany, { body: { filterData, count: now, without: [kept, kept] } })).toEqual({
    deleted: now - 1,
  });
  expect(await caller.call(removeMany, { body: { ids: [kept] } })).toEqual({ deleted: 1 });
}
