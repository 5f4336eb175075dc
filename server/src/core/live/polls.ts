import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { runInBackground } from '#core/jobs/background.ts';
import { type Listening, startListening } from './listening.ts';
import { publishWakes, wakesChannel } from './publish.ts';
import { onWake } from './wakes.ts';

/** Time in ms for which the wakes of this process are gathered before they are published. */
const gatherMs = 50;
/**
 * A change that concerns at most `few` controllers wakes their polls at once. Of more, `atOnce` are woken at once and `perSecond`
 * in each second after that: their controllers do not all fetch together, and lists have room. A controller that polls again
 * before its turn counts as woken: it learns of the change by itself.
 */
const few = 3;
const atOnce = 5;
const perSecond = 25;

type Wake = 'woken' | 'over';
type Waiting = { wake: () => void; end: () => void };
/** One poll: `next` resolves when there may be a change, or at the end of the wait. */
export type Poll = { next: () => Promise<Wake>; leave: () => void };

/**
 * Holds the waiting polls of controllers, one each: a newer one ends the older. A poll costs a promise and a timer; no
 * connection to the database, no transaction.
 */
export function createPolls(pool: pg.Pool, log: FastifyBaseLogger) {
  const waiting = new Map<string, Waiting>();
  let outgoing = new Set<string>();
  let incoming = new Set<string>();
  /** Controllers of `incoming` that wait for their turn. */
  const due = new Set<string>();
  let free = atOnce;
  let freeAt = performance.now();
  let publishing: NodeJS.Timeout | undefined;
  let waking: NodeJS.Timeout | undefined;
  let listening: Listening | undefined;
  let closed = false;

  // --- publishes wakes of this process to all processes, including this one
  const unsubscribe = onWake((ids) => {
    if (closed) return;
    for (const id of ids) outgoing.add(id);
    publishing ??= setTimeout(publish, gatherMs);
  });
  function publish(): void {
    publishing = undefined;
    const ids = outgoing;
    outgoing = new Set();
    void runInBackground('polls', log, () => publishWakes(pool, ids));
  }

  // --- wakes the polls that published wakes concern
  function receive(ids: Iterable<string>): void {
    for (const id of ids) if (waiting.has(id)) incoming.add(id);
    if (incoming.size > 0 && !closed) waking ??= setTimeout(wakeSome, gatherMs);
  }
  function wakeSome(): void {
    waking = undefined;
    for (const id of incoming) {
      if (incoming.size > few) due.add(id);
      else waiting.get(id)?.wake();
    }
    incoming = new Set();
    const now = performance.now();
    free = Math.min(atOnce, free + ((now - freeAt) / 1000) * perSecond);
    freeAt = now;
    for (const id of due) {
      if (free < 1) break;
      due.delete(id);
      const poll = waiting.get(id);
      if (!poll) continue;
      free--;
      poll.wake();
    }
    if (due.size > 0) waking = setTimeout(wakeSome, gatherMs);
  }

  return {
    /** Begins a poll of at most `ms`. Call it before reading the stored state, so that no change is missed in between. */
    begin(controllerId: string, ms: number): Poll {
      waiting.get(controllerId)?.end();
      if (due.delete(controllerId)) free = Math.max(0, free - 1);
      const ending = new AbortController();
      let woken = Promise.withResolvers<'woken'>();
      const own: Waiting = { wake: () => woken.resolve('woken'), end: () => ending.abort() };
      const leave = () => {
        ending.abort();
        if (waiting.get(controllerId) === own) waiting.delete(controllerId);
      };
      if (closed) ending.abort();
      else waiting.set(controllerId, own);
      listening ??= closed
        ? undefined
        : startListening(
            pool,
            log,
            { name: 'polls', channel: wakesChannel },
            // earlier notifications may have been missed
            { received: (payload) => receive(payload.split(',')), connected: () => receive(waiting.keys()) },
          );
      const over = sleep(ms, 'over' as const, { signal: ending.signal }).catch(() => 'over' as const);
      return {
        next: async () => {
          const ended = await Promise.race([woken.promise, over]);
          if (ended === 'over' || ending.signal.aborted) return 'over';
          woken = Promise.withResolvers<'woken'>();
          return 'woken';
        },
        leave,
      };
    },
    /** Number of waiting polls. */
    size: () => waiting.size,
    /** Ends all polls; controllers poll any running process again. */
    async close(): Promise<void> {
      closed = true;
      unsubscribe();
      clearTimeout(publishing);
      clearTimeout(waking);
      for (const { end } of waiting.values()) end();
      await listening?.stop();
    },
  };
}
export type Polls = ReturnType<typeof createPolls>;
