import { auth } from '@keyward/contract/account-calls';
import { live, views } from '@keyward/contract/calls';
import type { LiveChange, LiveHello, LiveMessage } from '@keyward/contract/live';
import { refresh } from './api.ts';
import { untilTheyStay } from './leaving.ts';

/** Delay in milliseconds after a response that ends a stream for good, such as a gateway's. */
const againMs = 30_000;

type Listener = {
  onChange: (change: LiveChange) => void;
  /** Changes before this call were missed, except those in `past`. */
  onLook: (past: LiveHello) => void;
};

const listeners = new Set<Listener>();
let source: EventSource | undefined;
/** Changes received on the open stream, for later listeners: complete for the `ms` before `at`. */
let received: { at: number; ms: number; changes: { at: number; change: LiveChange }[] } | undefined;
/** The time that a listener can look back, in ms: long enough for a list to load and start to listen. */
const lookBackMs = 60_000;
/** The page has just loaded, and the permissions with it. */
let first = true;
let again: ReturnType<typeof setTimeout> | undefined;

/** The data of a message; undefined when it cannot be parsed. */
function dataOf<T extends LiveChange | LiveHello>(text: unknown): T | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const data: T = JSON.parse(text);
    return data;
  } catch {
    return undefined;
  }
}

/** The recent changes, for a listener that starts while the stream is open. */
function pastNow(): LiveHello {
  if (!received) return {};
  const now = performance.now();
  return {
    ms: Math.min(lookBackMs, received.ms + now - received.at),
    changes: received.changes.map(({ at, change }) => ({ ...change, age: now - at })),
  };
}

function open(): void {
  clearTimeout(again);
  const stay = untilTheyStay();
  if (stay) return void stay.then(open);
  if (source || document.hidden || listeners.size === 0) return;
  const stream = new EventSource(live.stream.path);
  source = stream;
  const on = (name: LiveMessage, then: (data: unknown) => void) =>
    stream.addEventListener(name, (event: MessageEvent<unknown>) => then(event.data));
  // a stream that the browser reopened has missed the changes in between
  let greeted = false;
  on('hello', (data) => {
    // permissions may have changed in between as well
    if (!first) void refresh(auth.me, views.list);
    first = false;
    const past = greeted ? {} : (dataOf<LiveHello>(data) ?? {});
    greeted = true;
    const at = performance.now();
    const { ms = 0, changes = [] } = past;
    received = { at, ms, changes: changes.map(({ age, ...change }) => ({ at: at - age, change })) };
    for (const { onLook } of listeners) onLook(past);
  });
  on('change', (data) => {
    const change = dataOf<LiveChange>(data);
    if (!change) return;
    const at = performance.now();
    if (received) received.changes = [...received.changes.filter((one) => one.at > at - lookBackMs), { at, change }];
    for (const { onChange } of listeners) onChange(change);
  });
  on('rights', () => void refresh(auth.me, views.list));
  on('end', () => {
    close();
    // the response leads to the sign-in page
    void refresh(auth.me);
  });
  stream.addEventListener('error', () => {
    // the browser reopens a broken connection by itself
    if (stream.readyState !== EventSource.CLOSED || source !== stream) return;
    close();
    again = setTimeout(open, againMs * (1 + Math.random()));
  });
}

function close(): void {
  clearTimeout(again);
  if (source) first = false;
  source?.close();
  source = undefined;
  received = undefined;
}

/** Opens and closes the stream with the page: a hidden page needs no changes, and a browser has few connections. */
const onVisibility = () => (document.hidden ? close() : open());

/**
 * Listens to changes on the server while the page is visible. One stream for the whole page. Returns a function that
 * stops it.
 */
export function listen(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility);
  listeners.add(listener);
  if (source?.readyState === EventSource.OPEN) listener.onLook(pastNow());
  else open();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
