import type { LiveChange, LiveHello, LiveMessage } from '@keyward/contract/live';
import { liveResources, resources } from '@keyward/contract/resources';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inBackground, pauseMs } from '#core/jobs/background.ts';
import { type Change, onChange } from './changes.ts';
import type { Stream } from '#core/http/route-stream.ts';
import { type Actor, findActor } from '#core/auth/session.ts';
import { askOutside, sql } from '#db/sql.ts';
import { inTenant } from '#db/tenant.ts';
import { add, type Gathered, merge, nothing, print, visible } from './gather.ts';
import { channel, type Listening, startListening } from './listening.ts';
import { createRecent } from './recent.ts';

/** What this process stored is gathered so long before the others are told. */
const gatherMs = 200;
/** Nobody is told of changes more often. */
const tellMs = 1_000;
/** Proxies and browsers see that the stream lives, and sessions that ended without a word are found. */
const heartbeatMs = 20_000;
/** A reader that does not read is let go; it comes back when it can. */
const unreadBytes = 64 * 1024;
/** Browsers have six connections to a host without HTTP/2. */
const streamsOfSession = 6;
const streamsInAll = 5_000;
/** How long a browser waits before it comes back, in milliseconds. */
const retryMs = 2_000;

type Listener = Stream & { authority: string; sent: number };
type Tenant = {
  listeners: Set<Listener>;
  pending: Gathered | null;
  timer: NodeJS.Timeout | undefined;
  told: number;
  /** Tries to tell in a row that failed. */
  failures: number;
};

const authorityOf = ({ authority, allData, locations }: Actor) => JSON.stringify([authority, allData, locations]);

/**
 * Who listens, and what they are told: hints that something changed which they may see. Whether they may is judged
 * anew, by their session and rights as they are stored, before each word.
 */
export function createHub(pool: pg.Pool, log: FastifyBaseLogger) {
  const tenants = new Map<string, Tenant>();
  const recent = createRecent();
  let outgoing = new Map<string, Gathered>();
  let flushing: NodeJS.Timeout | undefined;
  let listening: Listening | undefined;
  let closed = false;
  let count = 0;

  const tenantOf = (id: string): Tenant => {
    const known = tenants.get(id) ?? { listeners: new Set(), pending: null, timer: undefined, told: 0, failures: 0 };
    tenants.set(id, known);
    return known;
  };

  // --- what this process stores goes to all processes, this one among them
  function gather(changes: readonly Change[]): void {
    if (closed) return;
    for (const change of changes) {
      const gathered = outgoing.get(change.tenantId) ?? nothing();
      outgoing.set(change.tenantId, gathered);
      add(gathered, change);
    }
    flushing ??= setTimeout(flush, gatherMs);
  }
  function flush(): void {
    flushing = undefined;
    const sending = outgoing;
    outgoing = new Map();
    // a hint that fails is not worth keeping: lists ask again when they are next told, or looked at
    void inBackground('live', log, () => {
      const payloads = [...sending].map(([id, gathered]) => print(id, gathered));
      return askOutside(pool, sql`select pg_notify(${channel}, x) from unnest(${payloads}::text[]) as x`);
    });
  }

  // --- what a process has stored goes to those of its tenant who may see it
  function hear(tenantId: string, gathered: Gathered): void {
    recent.add(tenantId, gathered);
    pass(tenantId, gathered);
  }
  function pass(tenantId: string, gathered: Gathered): void {
    const tenant = tenants.get(tenantId);
    if (!tenant) return;
    tenant.pending ??= nothing();
    merge(tenant.pending, gathered);
    const pause = tenant.failures > 0 ? pauseMs(tenant.failures) : tellMs;
    schedule(tenantId, tenant, Math.max(0, tenant.told + pause - Date.now()));
  }
  function schedule(tenantId: string, tenant: Tenant, ms: number): void {
    tenant.timer ??= setTimeout(() => {
      tenant.timer = undefined;
      tenant.told = Date.now();
      const gathered = tenant.pending;
      tenant.pending = null;
      void inBackground('live', log, () => tell(tenantId, tenant, gathered)).then((told) => {
        tenant.failures = told ? 0 : tenant.failures + 1;
        // not lost while the database is away
        if (!told && gathered && !closed) pass(tenantId, gathered);
      });
    }, ms);
  }

  /** Null: only whether they may still listen. */
  async function tell(tenantId: string, tenant: Tenant, gathered: Gathered | null): Promise<void> {
    const judged = await inTenant(pool, tenantId, async (db) => {
      const actors = new Map<string, Actor | undefined>();
      for (const { secret } of tenant.listeners) {
        if (!actors.has(secret)) actors.set(secret, await findActor(db, secret, false));
      }
      return actors;
    });
    for (const listener of tenant.listeners) {
      // who came meanwhile is judged next time
      if (!judged.has(listener.secret)) continue;
      const actor = judged.get(listener.secret);
      if (!actor) say(listener, 'end', {}, true);
      else tellOne(listener, actor, gathered);
    }
  }
  function tellOne(listener: Listener, actor: Actor, gathered: Gathered | null): void {
    const authority = authorityOf(actor);
    if (authority !== listener.authority) {
      listener.authority = authority;
      say(listener, 'rights', {});
    }
    if (!gathered) {
      write(listener, ':\n\n');
      return;
    }
    const change = changeFor(actor, gathered);
    if (Object.keys(change).length > 0) say(listener, 'change', change);
  }
  function changeFor(actor: Actor, gathered: Gathered): LiveChange {
    const seen = visible(gathered, actor);
    return Object.fromEntries(
      liveResources.flatMap((name) => {
        const [rows, { live, reads }] = [seen[name], resources[name]];
        if (!reads.holds(actor.authority) || rows?.length === 0) return [];
        return [[name, live === 'rows' ? rows : true]];
      }),
    );
  }
  function greet(listener: Listener): void {
    const known = recent.of(listener.tenantId);
    const changes = known?.changes.flatMap(({ age, gathered }) => {
      const change = changeFor(listener.actor, gathered);
      return Object.keys(change).length > 0 ? [{ age, ...change }] : [];
    });
    const hello: LiveHello = known && changes ? { ms: known.ms, changes } : {};
    say(listener, 'hello', hello);
  }

  function say(listener: Listener, name: LiveMessage, data: object, last = false): void {
    listener.sent++;
    write(listener, `event: ${name}\nid: ${listener.sent}\ndata: ${JSON.stringify(data)}\n\n`);
    if (last) listener.raw.end();
  }
  function write({ raw }: Listener, text: string): void {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > unreadBytes) raw.destroy();
  }

  const heartbeat = setInterval(() => {
    recent.sweep();
    for (const [id, tenant] of tenants) {
      if (tenant.listeners.size > 0) schedule(id, tenant, 0);
      else tenants.delete(id);
    }
  }, heartbeatMs);
  heartbeat.unref();
  const stopHearing = onChange(gather);

  return {
    /** Begins to tell somebody. `once`: says hello and ends. */
    open(stream: Stream, once: boolean): void {
      const listener: Listener = { ...stream, authority: authorityOf(stream.actor), sent: 0 };
      if (closed || once || count >= streamsInAll) {
        write(listener, `retry: ${closed || once ? retryMs : 30_000}\n`);
        return say(listener, 'hello', {}, true);
      }
      listening ??= startListening(pool, log, {
        hear,
        lost: () => recent.end(),
        // what was told while nobody listened is asked for
        missed: () => {
          recent.begin();
          for (const { listeners } of tenants.values()) for (const one of listeners) say(one, 'hello', {});
        },
      });
      const { listeners } = tenantOf(stream.tenantId);
      const own = [...listeners].filter((l) => l.actor.sessionId === stream.actor.sessionId);
      for (const old of own.slice(0, Math.max(0, own.length + 1 - streamsOfSession))) old.raw.end();
      listeners.add(listener);
      count++;
      stream.raw.once('close', () => {
        if (listeners.delete(listener)) count--;
      });
      stream.raw.on('error', () => stream.raw.destroy());
      write(listener, `retry: ${retryMs}\n`);
      greet(listener);
    },
    /** Ends all streams; browsers come back to whoever answers then. */
    async close(): Promise<void> {
      closed = true;
      stopHearing();
      clearInterval(heartbeat);
      clearTimeout(flushing);
      for (const { listeners, timer } of tenants.values()) {
        clearTimeout(timer);
        for (const { raw } of listeners) raw.end();
      }
      await listening?.stop();
    },
  };
}
