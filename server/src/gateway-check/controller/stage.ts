// The portal that is played to a controller: it serves docs/gateway.md, records each call, and lets a scene override answers.
import { once } from 'node:events';
import http from 'node:http';
import { digestOf } from '#gateway-check/digest.ts';
import { type Contents, entriesOf, type World } from './world.ts';

export type Recorded = {
  method: string;
  /** The part after /gateway/v1/, without the query. */
  path: string;
  query: Record<string, string>;
  headers: http.IncomingHttpHeaders;
  /** Undefined if the body is not JSON. */
  body: unknown;
  /** When it came, and when it was answered or cut off, in milliseconds of performance.now(). */
  came: number;
  answered?: number;
  status?: number;
};
type Reply = { status: number; headers?: Record<string, string>; body?: unknown };
/** Cuts the connection off, before any answer or in the middle of one. */
type Cut = 'cut' | 'half';
/** The answer of a scene; undefined: the answer of a portal. */
export type Rule = (call: Recorded) => Reply | Cut | undefined;
export type Position = { epoch: number; version: number };

/** Seconds of a long poll; few, so that a poll ends within a scene. */
const pollSeconds = 1;
/** A reply of 200 with a body. */
export const ok = (body: unknown): Reply => ({ status: 200, body });

export async function openStage(world: World, port: number) {
  const calls: Recorded[] = [];
  const listeners = new Set<(call: Recorded) => void>();
  const states: (Position & { contents: Contents; digest: string })[] = [];
  let rule: Rule | undefined;
  let commands: object[] = [];
  let usableSeconds = 3600;
  /** Later than any epoch that a controller may hold from a former run. */
  let epoch = Date.now();
  let wake = Promise.withResolvers<void>();

  const latest = () => {
    const state = states.at(-1);
    if (!state) throw new Error('nothing was published');
    return state;
  };
  const until = () => new Date(Date.now() + usableSeconds * 1000).toISOString();
  /** The answer of GET access: everything, or the changes since a known version of this epoch. */
  function accessSince(query: Record<string, string>, state = latest()) {
    const { contents, digest } = state;
    const before = states.find((one) => `${one.epoch} ${one.version}` === `${query['epoch']} ${query['version']}`);
    const held = new Map(entriesOf(before?.contents ?? world.empty).map((one) => [one.id, one.hash]));
    const isNew = (one: { id: string; hash: string }) => held.get(one.id) !== one.hash;
    const now = new Set(entriesOf(contents).map(({ id }) => id));
    return {
      epoch: state.epoch,
      version: state.version,
      digest,
      usableUntil: until(),
      whole: !before,
      devices: contents.devices.filter(isNew),
      people: contents.people.filter(isNew),
      keys: contents.keys.filter(isNew),
      removed: [...held.keys()].filter((id) => !now.has(id)),
    };
  }
  function confirmed(body: unknown) {
    const said = world.confirmation(body);
    const { epoch: at, version } = latest();
    const known = states.find((one) => one.epoch === said.epoch && one.version === said.version);
    const isLatest = known?.epoch === at && known.version === version;
    const outcome = !known ? 'unknown' : known.digest !== said.digest ? 'drift' : isLatest ? 'works' : 'older';
    // a wrong digest is judged, but must not hold up the other clauses
    const fetch = !known ? 'all' : isLatest ? 'nothing' : 'changes';
    return { outcome, fetch, access: { epoch: at, version } };
  }
  async function poll(call: Recorded): Promise<Reply> {
    const end = AbortSignal.timeout(Math.min(pollSeconds, Number(call.query['wait'] ?? pollSeconds)) * 1000);
    const over = once(end, 'abort');
    for (;;) {
      const { epoch: at, version } = latest();
      const holds = call.query['epoch'] === `${at}` && call.query['version'] === `${version}`;
      if (!holds || commands.length > 0)
        return ok({ data: { access: { epoch: at, version }, commands: commands.length } });
      if (end.aborted) return { status: 204 };
      await Promise.race([wake.promise, over]);
    }
  }
  async function serve(call: Recorded): Promise<Reply> {
    const { epoch: at, version } = latest();
    switch (`${call.method} ${call.path.replace(/[0-9a-f-]{36}/, ':id')}`) {
      case 'GET access': {
        if (call.headers['if-none-match'] === `"${at}-${version}"`)
          return { status: 304, headers: { 'keyward-usable-until': until() } };
        return { ...ok({ data: accessSince(call.query) }), headers: { etag: `"${at}-${version}"` } };
      }
      case 'POST access/confirm':
        return ok({ data: confirmed(call.body) });
      case 'GET changes':
        return poll(call);
      case 'GET commands':
        return ok({ data: commands });
      case 'POST commands/:id':
        return ok({ state: world.answered(call.body) });
      case 'POST reports':
        return ok({ accepted: 1, duplicates: 0, rejected: [] });
      case 'POST uses':
        return ok({ data: world.numbers(call.body).map((number) => ({ number, outcome: 'stored' })) });
      case 'POST tries': {
        const tries = world.numbers(call.body).map((number) => ({ number, outcome: 'counted' }));
        return ok({ data: { tries, waits: [] } });
      }
      case 'POST redeem':
        return ok({ granted: false, reason: 'wrongCode' });
      case 'POST redeem/:id/return':
        return ok({ returned: true });
      default:
        return { status: 404, body: { errors: [{ code: 'notFound', detail: 'Not Found' }] } };
    }
  }
  function send(response: http.ServerResponse, reply: Reply | Cut): void {
    if (reply === 'cut') {
      response.destroy();
    } else if (reply === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
      response.write('{ "data": { "epoch": ', () => response.destroy());
    } else {
      const { status, headers, body } = reply;
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    }
  }
  async function receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const came = performance.now();
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += String(part);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const call: Recorded = {
      method: request.method ?? '',
      path: url.pathname.replace(/^\/gateway\/v1\//, ''),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: world.parse(text),
      came,
    };
    calls.push(call);
    const reply = rule?.(call) ?? (await serve(call));
    call.answered = performance.now();
    if (typeof reply === 'object') call.status = reply.status;
    for (const listener of listeners) listener(call);
    send(response, reply);
  }
  const server = http.createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  /** Publishes a state. Its changes are available as a delta from the state before, unless `forget`. */
  function publish(contents: Contents, { forget = false, nextEpoch = false } = {}): Position {
    const version = nextEpoch ? 1 : (states.at(-1)?.version ?? 40) + 1;
    if (nextEpoch) epoch += 1000;
    if (forget || nextEpoch) states.length = 0;
    states.push({ epoch, version, contents, digest: digestOf(entriesOf(contents)) });
    stir();
    return { epoch, version };
  }
  /** Makes waiting polls check again. */
  function stir(): void {
    const { resolve } = wake;
    wake = Promise.withResolvers();
    resolve();
  }
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    calls,
    latest,
    states,
    publish,
    accessSince,
    /** Overrides answers until the next call of this function. */
    answer: (next?: Rule) => {
      rule = next;
    },
    setCommands: (next: object[]) => {
      commands = next;
      stir();
    },
    usableFor: (seconds: number) => {
      usableSeconds = seconds;
    },
    /** The first matching call from number `from` on; undefined if none comes within the seconds. */
    async next(matches: (call: Recorded) => boolean, from: number, seconds: number): Promise<Recorded | undefined> {
      const past = calls.slice(from).find((call) => call.answered !== undefined && matches(call));
      if (past) return past;
      const { promise, resolve } = Promise.withResolvers<Recorded | undefined>();
      const listener = (call: Recorded) => {
        if (calls.indexOf(call) >= from && matches(call)) resolve(call);
      };
      listeners.add(listener);
      const timer = setTimeout(resolve, seconds * 1000, undefined);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        listeners.delete(listener);
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
