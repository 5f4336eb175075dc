import fs from 'node:fs';
import path from 'node:path';
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts';
import { folderInMemory } from './folder.ts';

/** A fast cluster, whose `stop` deletes its files. */
export async function temporaryCluster(): Promise<Embedded> {
  const folder = folderInMemory();
  const cluster = await startEmbedded({
    dataDir: path.join(folder, 'data'),
    unsafeFast: true,
    settings: { max_connections: '200', max_wal_size: '512MB' },
  });
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
