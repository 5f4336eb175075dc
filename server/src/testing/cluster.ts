import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts';

/** A temporary folder that any user may enter, because the database's user must. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keyward-test-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** A fast cluster, whose `stop` deletes its files. */
export async function temporaryCluster(): Promise<Embedded> {
  const folder = temporaryFolder();
  const cluster = await startEmbedded({ dataDir: folder, unsafeFast: true, settings: { max_connections: '200' } });
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
