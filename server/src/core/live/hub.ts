import type { LiveChange, LiveHello, LiveMessage } from '@keyward/contract/live';
import { liveResources, resources } from '@keyward/contract/resources';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { runInBackground, backoffMs } from '#core/jobs/background.ts';
import { type Change, onChange } from './changes.ts';
import type { Stream } from '#core/http/route-stream.ts';
import { type Actor, findActor, keyOf } from '#core/auth/session.ts';
import { inTenant } from '#db/tenant.ts';
import { addChanges, type ChangeSet, decodeChanges, mergeChanges, noChanges, visibleChanges } from './change-set.ts';
import { type Listening, startListening } from './listening.ts';
import { changesChannel, publishChanges } from './publish.ts';
import { createRecent } from './recent.ts';

/** Time in ms for which the changes of this process are batched before they are published. */
const gatherMs = 200;
/** Minimum interval between two notifications of a tenant, in ms. */
const notifyMs = 1_000;
/** Interval in ms. Keeps the stream alive through proxies and browsers, and detects sessions that ended silently. */
const heartbeatMs = 20_000;
/** Beyond this, a slow consumer is dropped; EventSource reconnects. */
const maxBufferedBytes = 64 * 1024;
/** Without HTTP/2 a browser opens at most six connections to a host. */
const maxStreamsPerSession = 6;
/** Maximum streams of the process; a tenant has at most half of them. */
const maxStreams = 5_000;
/** Time that a browser waits before it reconnects, in ms. */
const retryMs = 2_000;

type Listener = Stream & { authority: string; sent: number };
type Tenant = {
  listeners: Set<Listener>;
  pending: ChangeSet | null;
  timer: NodeJS.Timeout | undefined;
  notifiedAt: number;
  /** Consecutive failed notifications. */
  failures: number;
};

const authorityOf = ({ authority, allData, locations }: Actor) => JSON.stringify([authority, allData, locations]);

/**
 * Holds the open streams and sends each the hints that its actor may see. Before each message, it checks the stored session and
 * permissions again.
 * @param most maximum streams that are open at once.
 */
export function createHub(pool: pg.Pool, log: FastifyBaseLogger, most = maxStreams) {
  const tenants = new Map<string, Tenant>();
  const recent = createRecent();
  let outgoing = new Map<string, ChangeSet>();
  let flushing: NodeJS.Timeout | undefined;
  let listening: Listening | undefined;
  let closed = false;
  let count = 0;

  const tenantOf = (id: string): Tenant => {
    const tenant = tenants.get(id) ?? {
      listeners: new Set(),
      pending: null,
      timer: undefined,
      notifiedAt: 0,
      failures: 0,
    };
    tenants.set(id, tenant);
    return tenant;
  };

  // --- publishes changes of this process to all processes, including this one
  function collect(changes: readonly Change[]): void {
    if (closed) return;
    addChanges(outgoing, changes);
    flushing ??= setTimeout(flush, gatherMs);
  }
  function flush(): void {
    flushing = undefined;
    const sending = outgoing;
    outgoing = new Map();
    // a failed hint is dropped: lists refetch on the next hint or when they are opened
    void runInBackground('live', log, () => publishChanges(pool, sending));
  }

  // --- sends published changes to the tenant's streams that may see them
  function receive(tenantId: string, changeSet: ChangeSet): void {
    recent.add(tenantId, changeSet);
    enqueue(tenantId, changeSet);
  }
  function enqueue(tenantId: string, changeSet: ChangeSet): void {
    const tenant = tenants.get(tenantId);
    if (!tenant) return;
    tenant.pending ??= noChanges();
    mergeChanges(tenant.pending, changeSet);
    const pause = tenant.failures > 0 ? backoffMs(tenant.failures) : notifyMs;
    schedule(tenantId, tenant, Math.max(0, tenant.notifiedAt + pause - Date.now()));
  }
  function schedule(tenantId: string, tenant: Tenant, ms: number): void {
    tenant.timer ??= setTimeout(() => {
      tenant.timer = undefined;
      tenant.notifiedAt = Date.now();
      const changeSet = tenant.pending;
      tenant.pending = null;
      void runInBackground('live', log, () => notify(tenantId, tenant, changeSet)).then((sent) => {
        tenant.failures = sent ? 0 : tenant.failures + 1;
        // keeps the changes while the database is unavailable
        if (!sent && changeSet && !closed) enqueue(tenantId, changeSet);
      });
    }, ms);
  }

  /** With null, only checks that each stream is still authorised. */
  async function notify(tenantId: string, tenant: Tenant, changeSet: ChangeSet | null): Promise<void> {
    const current = await inTenant(pool, tenantId, async (db) => {
      const actors = new Map<string, Actor | undefined>();
      for (const { tokenHash } of tenant.listeners) {
        const session = keyOf(tokenHash);
        if (!actors.has(session)) actors.set(session, await findActor(db, tokenHash, false));
      }
      return actors;
    });
    for (const listener of tenant.listeners) {
      // streams opened since the query are checked next time
      const session = keyOf(listener.tokenHash);
      if (!current.has(session)) continue;
      const actor = current.get(session);
      if (!actor) send(listener, 'end', {}, true);
      else notifyOne(listener, actor, changeSet);
    }
  }
  function notifyOne(listener: Listener, actor: Actor, changeSet: ChangeSet | null): void {
    const authority = authorityOf(actor);
    if (authority !== listener.authority) {
      listener.authority = authority;
      send(listener, 'rights', {});
    }
    if (!changeSet) {
      write(listener, ':\n\n');
      return;
    }
    const change = changeFor(actor, changeSet);
    if (Object.keys(change).length > 0) send(listener, 'change', change);
  }
  function changeFor(actor: Actor, changeSet: ChangeSet): LiveChange {
    const visibleRows = visibleChanges(changeSet, actor);
    const inbox = visibleRows.inbox === null ? { inbox: true as const } : {};
    const changes = Object.fromEntries(
      liveResources.flatMap((name) => {
        const [rows, { live, reads }] = [visibleRows[name], resources[name]];
        if (!reads.holds(actor.authority) || rows?.length === 0) return [];
        return [[name, live === 'rows' ? rows : true]];
      }),
    );
    return { ...changes, ...inbox };
  }
  function sendHello(listener: Listener): void {
    const covered = recent.of(listener.tenantId);
    const changes = covered?.changes.flatMap(({ age, changeSet }) => {
      const change = changeFor(listener.actor, changeSet);
      return Object.keys(change).length > 0 ? [{ age, ...change }] : [];
    });
    const hello: LiveHello = covered && changes ? { ms: covered.ms, changes } : {};
    send(listener, 'hello', hello);
  }

  function send(listener: Listener, name: LiveMessage, data: object, last = false): void {
    listener.sent++;
    write(listener, `event: ${name}\nid: ${listener.sent}\ndata: ${JSON.stringify(data)}\n\n`);
    if (last) listener.raw.end();
  }
  function write({ raw }: Listener, text: string): void {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
  }

  const heartbeat = setInterval(() => {
    recent.sweep();
    for (const [id, tenant] of tenants) {
      if (tenant.listeners.size > 0) schedule(id, tenant, 0);
      else tenants.delete(id);
    }
  }, heartbeatMs);
  heartbeat.unref();
  const unsubscribe = onChange(collect);

  return {
    /** Opens a stream. `once`: sends hello and ends. */
    open(stream: Stream, once: boolean): void {
      const listener: Listener = { ...stream, authority: authorityOf(stream.actor), sent: 0 };
      const ofTenant = tenants.get(stream.tenantId)?.listeners.size ?? 0;
      if (closed || once || count >= most || ofTenant >= most / 2) {
        write(listener, `retry: ${closed || once ? retryMs : 30_000}\n`);
        return send(listener, 'hello', {}, true);
      }
      listening ??= startListening(
        pool,
        log,
        { name: 'live', channel: changesChannel },
        {
          received: (payload) => {
            const message = decodeChanges(payload);
            if (message) receive(message.tenantId, message.changeSet);
          },
          lost: () => recent.end(),
          // an empty hello makes lists fetch the changes that were missed while the connection was lost
          connected: () => {
            recent.begin();
            for (const { listeners } of tenants.values()) for (const each of listeners) send(each, 'hello', {});
          },
        },
      );
      const { listeners } = tenantOf(stream.tenantId);
      const own = [...listeners].filter((l) => l.actor.sessionId === stream.actor.sessionId);
      for (const old of own.slice(0, Math.max(0, own.length + 1 - maxStreamsPerSession))) old.raw.end();
      listeners.add(listener);
      count++;
      stream.raw.once('close', () => {
        if (listeners.delete(listener)) count--;
      });
      stream.raw.on('error', () => stream.raw.destroy());
      write(listener, `retry: ${retryMs}\n`);
      sendHello(listener);
    },
    /** Number of open streams. */
    size: () => count,
    /** Ends all streams; browsers reconnect to any running process. */
    async close(): Promise<void> {
      closed = true;
      unsubscribe();
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
