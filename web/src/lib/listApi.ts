import type { Call, EndpointSpec, In } from '@keyward/contract/endpoint';
import type { listQuery } from '@keyward/contract/list';
import type { z } from 'zod';
import { ApiError, call } from './call.ts';

export type ListPage<T> = {
  data: T[];
  page: number;
  results_per_page: number;
  total_results: number;
  total_pages: number;
  next?: string | undefined;
};
type ListSpec<T> = EndpointSpec & { query: typeof listQuery; reply: z.ZodType<ListPage<T>>; list: string };
/** A call of the list engine with rows of type `T`. */
export type ListEndpoint<T> = Call<ListSpec<T>>;
export type ListInput = z.input<typeof listQuery>;

/** Reads one page of a list. A list that the server lacks is empty, and the console says so: specification, part 2, section 7. */
export async function callList<T>(
  endpoint: ListEndpoint<T>,
  query: ListInput,
  signal: AbortSignal,
): Promise<ListPage<T>> {
  const parts: In<ListSpec<T>> = { query };
  try {
    return await call(endpoint, parts, { signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'notFound')) throw error;
    console.error(`The server has no list under ${endpoint.path}.`);
    return { data: [], page: 1, results_per_page: 1, total_results: 0, total_pages: 0 };
  }
}
