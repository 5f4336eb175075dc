import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '@keyward/server/db/connect.ts';

const product: { scripts: { start: string } } = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
);

/** The flags of Node with which `npm start` runs the server (docs/decisions/0027, 0187, 0203), as package.json names them. */
export const serverFlags = product.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** The servers that serve.ts can start. */
type ServerKind = 'portal' | 'portal with jobs' | 'portal without history' | 'bare';
export type Server = {
  port: number;
  pid: number;
  /** Resident memory in MB, after the garbage was collected. */
  memory: () => Promise<number>;
};
type TestBed = {
  database: Database;
  /** A temporary folder. */
  folder: string;
  /** Starts serve.ts in a separate process. Rejects if it exits before it listens. */
  start: (kind: ServerKind) => Promise<Server>;
  /** Stopped when the test bed ends. */
  children: ChildProcess[];
};

/**
 * An empty database in a temporary folder, and servers on it; all are removed when `work` ends. `durable`: as in
 * production.
 */
export async function withTestBed(work: (bed: TestBed) => Promise<void>, { durable = false } = {}): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keyward-bench-'));
  fs.chmodSync(folder, 0o755);
  const database = await openDatabase({ dataDir: folder, unsafeFast: !durable });
  const children: ChildProcess[] = [];
  const start = (kind: ServerKind) => {
    const execArgv = [...serverFlags, '--expose-gc'];
    if (kind === 'portal without history') execArgv.push(`--import=${new URL('no-history.ts', import.meta.url).href}`);
    const child = fork(path.join(import.meta.dirname, 'serve.ts'), [kind, database.url], {
      execArgv,
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    });
    children.push(child);
    return new Promise<Server>((resolve, reject) => {
      const memory = () =>
        new Promise<number>((answer) => {
          child.once('message', (megabytes) => answer(Number(megabytes)));
          child.send('memory');
        });
      child.once('message', (port) => resolve({ port: Number(port), pid: child.pid ?? 0, memory }));
      child.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
    });
  };
  try {
    await work({ database, folder, start, children });
  } finally {
    for (const child of children) child.kill();
    await database.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
