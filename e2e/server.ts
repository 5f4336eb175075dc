// The real server as a child process, with a throw-away embedded database and the demo's two tenants.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { folderInMemory } from '@keyward/server/testing/folder.ts';

/** `data` is its folder, which holds the mail it would have sent; `printed`, its output at the start. */
export type RunningServer = { url: string; data: string; printed: string; stop: () => Promise<void> };

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Starts a server with demo data and no simulation; resolves once it answers. @throws with its output if it exits. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const port = await freePort();
  const folder = folderInMemory();
  const data = path.join(folder, 'data');
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      KEYWARD_DATA: data,
      KEYWARD_DEMO: '1',
      KEYWARD_SIMULATE: '0',
      KEYWARD_TEST: '1',
      PORT: String(port),
      HOST: '',
      ...env,
    },
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (process.env.SERVER_LOG) process.stderr.write(text);
      if (output.includes('Keyward is ready')) ready.resolve();
    });
  server.on('exit', () => ready.reject(new Error(`The server ended:\n${output}`)));
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready.promise;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, data, printed: output, stop };
}
