import { views } from '@keyward/contract/calls';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { apiKey, queryClient, write } from './api.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

afterEach(() => {
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
