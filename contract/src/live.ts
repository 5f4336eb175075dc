import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { LiveResource, resources } from './resources.ts';

/**
 * What a stream sends under the name `change`: the resources that changed, of those that the person may read and at
 * places that they may see. The ids of rows that changed, came or went (null: too many to name), or `true` for a
 * resource that only grows.
 */
export type LiveChange = {
  [R in LiveResource]?: (typeof resources)[R]['live'] extends 'rows' ? string[] | null : true;
};

/**
 * What `hello` carries: the changes of the last `ms` milliseconds, each with its age in milliseconds. A list that was
 * asked for within that time is out of date only by changes that are younger than it. Without `ms` nothing is known of
 * the past, and every list has to be looked at again.
 */
export type LiveHello = { ms?: number; changes?: (LiveChange & { age: number })[] };

/**
 * The names of a stream's messages. `hello` opens it; `rights`: the person's
 * own rights or locations changed; `end`: the session is over.
 */
export const liveMessages = ['hello', 'change', 'rights', 'end'] as const;
export type LiveMessage = (typeof liveMessages)[number];

export const live = {
  stream: endpoint({
    method: 'GET',
    path: '/api/v1/live',
    summary: 'Server-sent events: a hint when something changes that the caller may see. Ends with the session.',
    needs: 'session',
    background: true,
    stream: true,
    /** `once`: ends after the first message, for those who want to know whether they could listen. */
    query: z.object({ once: z.literal('true').optional() }),
  }),
};
