// `npm run dev`: restarts the server when its files change; the portal reloads in the browser. This process owns the
// embedded database, so that a restart of the server does not wait for it.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { startEmbedded } from '@keyward/server/db/embedded/embedded.ts';
import { defaultDataFolder } from '@keyward/server/db/embedded/files.ts';
import { program, root } from './steps.ts';

const env: NodeJS.ProcessEnv = { ...process.env };
const children: ChildProcess[] = [];
let closing: Promise<void> | undefined;
const database = env.DATABASE_URL
  ? undefined
  : startEmbedded({ dataDir: path.resolve(root, env.KEYWARD_DATA || defaultDataFolder()) });

function close(): Promise<void> {
  closing ??= (async () => {
    const ended = children
      .filter((child) => child.exitCode === null && child.signalCode === null)
      .map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of children) child.kill('SIGINT');
    await Promise.all(ended);
    const running = await database?.catch(() => undefined);
    await running?.stop();
  })();
  return closing;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void close().then(() => process.exit()));

try {
  const running = await database;
  if (running) {
    env.DATABASE_URL = running.url('postgres');
    env.KEYWARD_DEMO ??= '1';
  }
  const watched = ['server/src', 'server/migrations', 'contract/src'].map((folder) => `--watch-path=${folder}`);
  const run = (args: string[], cwd: string) =>
    spawn(process.execPath, args, { cwd, env, stdio: 'inherit', detached: true });
  children.push(run([...watched, '--watch-preserve-output', 'server/src/main.ts'], root));
  children.push(run([program('vite')], path.join(root, 'web')));
  for (const child of children) child.on('exit', () => void close().then(() => process.exit(1)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
