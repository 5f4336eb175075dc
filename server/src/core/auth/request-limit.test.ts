import { beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';
import { countRequest, keysAtLimit, type RequestLimit } from './request-limit.ts';

const portal = await openPortal();
const owner = portal.database.system;
const inDemo = <T>(work: (db: Db) => Promise<T>) => portal.inTenant('demo', work);
const loose: RequestLimit = { limit: 3, spacing: 0 };
const spaced: RequestLimit = { limit: 3, spacing: 60 };
const count = (db: Db, limit: RequestLimit) => countRequest(db, 'key', limit);

beforeEach(() => owner.query('delete from reset_request'));

/** Runs `work` in a transaction that began before another one that counts a request and commits first. */
const beginFirst = <T>(limit: RequestLimit, work: (earlier: Db) => Promise<T>) =>
  inDemo(async (earlier) => {
    // a transaction begins with its first statement
    await keysAtLimit(earlier, [], limit);
    expect(await inDemo((later) => count(later, limit))).toBe(true);
    return work(earlier);
  });
const withinLimit = (limit: RequestLimit) =>
  beginFirst(limit, async (earlier) => {
    const full = (await keysAtLimit(earlier, ['key'], limit)).has('key');
    expect(await count(earlier, limit)).toBe(!full);
    return !full;
  });

test('without a spacing, a transaction is counted even if one that began later has counted already', async () => {
  expect(await withinLimit(loose)).toBe(true);
  expect(await inDemo((db) => count(db, loose))).toBe(true);
  expect(await inDemo((db) => count(db, loose))).toBe(false);
});

test('with a spacing, the earlier transaction is refused', async () => {
  expect(await withinLimit(spaced)).toBe(false);
});

test('the last request of a key is the latest one, even if an earlier one was counted after it', async () => {
  await beginFirst(loose, async (earlier) => {
    const lastAt = async () => (await earlier.selectFrom('reset_request').select('last_at').execute())[0]?.last_at;
    const before = await lastAt();
    expect(await count(earlier, loose)).toBe(true);
    expect(await lastAt()).toEqual(before);
  });
});
