import { auth, live, views } from '@keyward/contract/calls';
import type { LiveChange, LiveHello, LiveMessage } from '@keyward/contract/live';
import { refresh } from '#lib/api.ts';
import { untilTheyStay } from '#lib/leaving.ts';

/** After an answer that ends a stream for good (a gateway's, say), in milliseconds. */
const againMs = 30_000;

type Listener = {
  onChange: (change: LiveChange) => void;
  /** Nothing was heard until now, except for what `past` says. */
  onLook: (past: LiveHello) => void;
};

const listeners = new Set<Listener>();
let source: EventSource | undefined;
/** The page was just loaded, and with it what one may do. */
let first = true;
let again: ReturnType<typeof setTimeout> | undefined;

/** The data of a message, or undefined for what is none of the contract's. */
function dataOf<T extends LiveChange | LiveHello>(text: unknown): T | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const data: T = JSON.parse(text);
    return data;
  } catch {
    return undefined;
  }
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
  // a stream that the browser opened again missed what happened between
  let greeted = false;
  on('hello', (data) => {
    // what one may do can have changed as well, unheard
    if (!first) void refresh(auth.me, views.list);
    first = false;
    const past = greeted ? {} : (dataOf<LiveHello>(data) ?? {});
    greeted = true;
    for (const { onLook } of listeners) onLook(past);
  });
  on('change', (data) => {
    const change = dataOf<LiveChange>(data);
    if (change) for (const { onChange } of listeners) onChange(change);
  });
  on('rights', () => void refresh(auth.me, views.list));
  on('end', () => {
    close();
    // the answer leads to the sign-in page
    void refresh(auth.me);
  });
  stream.addEventListener('error', () => {
    // a connection that broke is made again by the browser
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
}

/** Nobody looks at a hidden page, and a browser has few connections to give. */
const onVisibility = () => (document.hidden ? close() : open());

/** Hears of what changes on the server while the page is seen. One stream for the whole page. Returns what ends it. */
export function listen(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility);
  listeners.add(listener);
  if (source?.readyState === EventSource.OPEN) listener.onLook({});
  else open();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
