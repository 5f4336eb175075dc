import type { EndpointSpec, In } from '@keyward/contract/endpoint';
import type { listQuery } from '@keyward/contract/list';
import type { z } from 'zod';
import { call } from './call.ts';

export type ListPage<T> = {
  data: T[];
  page: number;
  results_per_page: number;
  total_results: number;
  total_pages: number;
  next?: string | undefined;
};
/** A call of the list engine whose rows are `T`. */
export type ListEndpoint<T> = EndpointSpec & { query: typeof listQuery; reply: z.ZodType<ListPage<T>>; list: string };
export type ListInput = z.input<typeof listQuery>;

/** One page of a list. */
export function callList<T>(endpoint: ListEndpoint<T>, query: ListInput, signal: AbortSignal): Promise<ListPage<T>> {
  const parts: In<ListEndpoint<T>> = { query };
  return call(endpoint, parts, { signal });
}
