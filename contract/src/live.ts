import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { LiveResource, resources } from './resources.ts';

/**
 * Payload of a `change` message: the changed resources, limited to those that the profile may read at locations that it
 * may see. The ids of changed, added and deleted rows (null: too many to list), or `true` for an
 * append-only resource.
 */
export type LiveChange = {
  [R in LiveResource]?: (typeof resources)[R]['live'] extends 'rows' ? string[] | null : true;
} & {
  /** The profile's own inbox. */
  inbox?: true;
};

/**
 * Payload of `hello`: the changes of the last `ms` milliseconds, each with its age in milliseconds. A list fetched
 * within that time is stale only if a change is younger than the fetch. Without `ms` the past is unknown,
 * and every list has to be refetched.
 */
export type LiveHello = { ms?: number; changes?: (LiveChange & { age: number })[] };

/**
 * Message types of a stream. `hello` opens it; `rights`: the profile's
 * rights or locations changed; `end`: the session is over.
 */
const liveMessages = ['hello', 'change', 'rights', 'end'] as const;
export type LiveMessage = (typeof liveMessages)[number];

export const live = {
  stream: endpoint({
    method: 'GET',
    path: '/api/v1/live',
    summary: 'Server-sent events: a hint when something changes that the caller may see. Ends with the session.',
    needs: 'session',
    background: true,
    stream: true,
    /** `once`: closes after the first message, to probe whether the stream is available. */
    query: z.object({ once: z.literal('true').optional() }),
  }),
};
