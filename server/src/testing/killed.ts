// Server processes to kill, and a server with the same key in this process that checks their work.
import fs from 'node:fs';
import { afterAll, expect } from 'vitest';
import { buildApp } from '#app.ts';
import { createVault } from '#core/auth/secrets.ts';
import { temporaryFolder } from './folder.ts';
import type { Portal } from './portal.ts';
import { type ServerProcess, startProcess } from './server.ts';

/** Runs on the database of `portal`. The processes and the server end with the test file. */
export async function openKilled({ database }: Portal) {
  const secret = 'the key that all of these servers have';
  const vault = createVault(Buffer.from(secret));
  const app = await buildApp({ pool: database.app, demo: false, vault });
  const folder = temporaryFolder();
  let server: ServerProcess | undefined;
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    await app.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return {
    vault,
    app,
    start: async (env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> => {
      server = await startProcess(database.url, folder, { KEYWARD_SECRET: secret, ...env });
      return server;
    },
    /** Kills the process, then releases what it was waiting for, and waits until its last statements have ended. */
    kill: async (release?: () => Promise<unknown>): Promise<void> => {
      server?.child.kill('SIGKILL');
      await server?.ended;
      await release?.();
      const busy = () =>
        database.system.query(`select from pg_stat_activity where datname = current_database()
          and pid <> pg_backend_pid() and state <> 'idle' and query not like 'listen%'`);
      await expect.poll(async () => (await busy()).rowCount, { timeout: 15_000 }).toBe(0);
    },
  };
}
