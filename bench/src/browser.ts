// A browser without a driver: the Chrome DevTools Protocol over one socket, enough to press a button and measure the
// page's memory.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
  sessionId?: string;
};

export type Browser = {
  /** Calls a method; with a session id, in that page or worker. */
  call: <T>(method: string, params?: object, sessionId?: string) => Promise<T>;
  on: (heard: (method: string, params: Record<string, unknown>) => void) => void;
  close: () => void;
};

/** Starts $CHROMIUM_PATH or `chromium`. Undefined if there is none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'keyward-browser-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const program = process.env.CHROMIUM_PATH ?? 'chromium';
  const child = spawn(program, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const close = () => {
    child.kill();
    child.once('exit', () => fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  };
  const url = await addressOf(child);
  if (!url) {
    close();
    return undefined;
  }
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the browser does not answer')), { once: true });
  });
  const waiting = new Map<number, (message: Message) => void>();
  const listeners: ((method: string, params: Record<string, unknown>) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else for (const listener of listeners) listener(message.method ?? '', message.params ?? {});
  });
  let last = 0;
  const call = <T>(method: string, params: object = {}, sessionId?: string) =>
    new Promise<T>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error) reject(new Error(`${method}: ${JSON.stringify(error)}`));
        else resolve(result as T); // as the protocol describes the method
      });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  return {
    call,
    on: (heard) => void listeners.push(heard),
    close: () => {
      // the program may be a script that started the browser: ending it leaves the browser running
      void call('Browser.close');
      close();
    },
  };
}

/** The address that the browser prints to standard error once it listens. */
function addressOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', () => resolve(undefined));
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
}
