import { views } from '@keyward/contract/calls';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { apiKey, queryClient, submit, submitParts, write } from './api.ts';
import { ApiError } from './call.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('reads of a deleted row are refetched again once it is restored', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }));
  const id = crypto.randomUUID();
  const read = vi.fn(async () => ({ data: [] }));
  const queryKey = apiKey(views.list, { query: { custom_view: id } });
  const stop = new QueryObserver(queryClient, { queryKey, queryFn: read, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  await write(views.remove, { params: { id } });
  expect(read).toHaveBeenCalledTimes(1);
  await write(views.restore, { params: { id } });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  stop();
});

describe('a retry after a lost answer, with fewer minutes by then', () => {
  /** Carries out calls with a new key, and answers repeats as the server does. `lost`: what each try loses, in order. */
  function server(...lost: ('call' | 'answer')[]) {
    const done = new Map<string, number>();
    const send = async (key: string, minutes: number) => {
      const fate = lost.shift();
      if (fate === 'call') throw new ApiError(0, 'noAnswer');
      const first = done.get(key);
      if (first !== undefined && first !== minutes) throw new ApiError(422, 'keyReused');
      done.set(key, minutes);
      if (fate === 'answer') throw new ApiError(0, 'noAnswer');
      return minutes;
    };
    return { send, done: () => [...done.values()] };
  }
  const tryOnce = (what: string, minutes: number, { send }: ReturnType<typeof server>) =>
    submitParts(what, minutes, send).catch((error: unknown) => (error instanceof ApiError ? error.code : error));

  test('gets the answer of the try that was carried out', async () => {
    const portal = server('call', 'answer', 'call');
    for (const minutes of [120, 119, 118]) expect(await tryOnce('carried out', minutes, portal)).toBe('noAnswer');
    expect(await tryOnce('carried out', 117, portal)).toBe(119);
    expect(portal.done()).toEqual([119]);
  });

  test('is carried out with the new minutes if the first try never arrived', async () => {
    const portal = server('call');
    expect(await tryOnce('never arrived', 120, portal)).toBe('noAnswer');
    expect(await tryOnce('never arrived', 90, portal)).toBe(90);
    expect(portal.done()).toEqual([90]);
  });

  test('is another submission once an answer has arrived', async () => {
    const portal = server('answer');
    expect(await tryOnce('answered', 120, portal)).toBe('noAnswer');
    expect(await tryOnce('answered', 119, portal)).toBe(120);
    expect(await tryOnce('answered', 118, portal)).toBe(118);
    expect(portal.done()).toEqual([120, 118]);
  });
});

test('after a retry while the first try is still running, the next retry is the same submission', async () => {
  const keys: string[] = [];
  const answers = [new ApiError(0, 'noAnswer'), new ApiError(409, 'stillRunning'), undefined, undefined];
  const send = async (key: string) => {
    keys.push(key);
    const error = answers.shift();
    if (error) throw error;
  };
  for (const _ of [1, 2, 3, 4]) await submit('still running', send).catch(() => undefined);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[2]);
});

test('a retry more than an hour after a lost answer is another submission', async () => {
  const keys: string[] = [];
  const send = (key: string) => {
    keys.push(key);
    return Promise.reject(new ApiError(0, 'noAnswer'));
  };
  const minute = 60_000;
  const start = Date.UTC(2026, 10, 28, 9);
  // each try restarts the hour
  for (const minutes of [0, 59, 118, 178]) {
    vi.setSystemTime(start + minutes * minute);
    await submit('much later', send).catch(() => undefined);
  }
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.any(String)]);
  expect(keys[3]).not.toBe(keys[0]);
});
