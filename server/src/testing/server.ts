// The server as a separate process, for tests of signals, crashes and its exit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';

type Reply = { status: number; text: string; headers: http.IncomingHttpHeaders };
export type ServerProcess = {
  port: number;
  child: ChildProcess;
  /** The last part of its output. */
  output: () => string;
  /** Resolves to undefined without a response. */
  get: (path: string, headers?: http.OutgoingHttpHeaders) => Promise<Reply | undefined>;
  /** The exit code and the signal. */
  ended: Promise<[number | null, NodeJS.Signals | null]>;
};

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function get(port: number, url: string, headers: http.OutgoingHttpHeaders = {}): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const request = http.get(
      { host: '127.0.0.1', port, path: url, headers: { host: 'localhost', ...headers }, timeout: 15_000, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more: string) => (text += more));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
        response.on('error', () => resolve(undefined));
      },
    );
    request.on('error', () => resolve(undefined));
    request.on('timeout', () => request.destroy());
  });
}

/**
 * Starts the server on a database, with `flags` of Node, and waits until it is ready. @throws with its output when it exits
 * instead.
 */
export async function startProcess(
  databaseUrl: string,
  data: string,
  env: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort();
  let output = '';
  const child = spawn(process.execPath, [...flags, path.resolve(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      KEYWARD_DATA: data,
      KEYWARD_DEMO: '0',
      KEYWARD_TEST: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as ServerProcess['ended'];
  const ready = Promise.withResolvers<void>();
  for (const out of [child.stdout, child.stderr])
    out?.setEncoding('utf8').on('data', (more: string) => {
      output = (output + more).slice(-20_000);
      if (output.includes('Keyward is ready')) ready.resolve();
    });
  void ended.then(() => ready.reject(new Error(`the server ended: ${output}`)));
  await ready.promise;
  return { port, child, output: () => output, get: (url, headers) => get(port, url, headers), ended };
}
