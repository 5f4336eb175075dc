// A server in a separate process, so that measuring does not slow it: the portal, with its jobs or without, without the
// history of devices, or the bare one.
import { buildApp } from '@keyward/server/app.ts';
import { startJobs } from '@keyward/server/core/jobs/jobs.ts';
import { createLog } from '@keyward/server/core/log.ts';
import { openPools } from '@keyward/server/db/connect.ts';
import { jobs, mailLinks } from '@keyward/server/modules.ts';
import pg from 'pg';
import { buildBare } from './bare.ts';
import { residentMb } from './measure.ts';
import { vault } from './vault.ts';

const [kind, url = ''] = process.argv.slice(2);

async function buildPortal() {
  const database = openPools(url, 16);
  if (kind === 'portal with jobs') {
    const deliver = async () => {};
    const log = createLog('error');
    startJobs({ database, vault, demo: false, deliver, mailLinks, log, portalBase: 'http://127.0.0.1' }, jobs);
  }
  return buildApp({ pool: database.app, demo: false, vault });
}

const app =
  kind === 'bare'
    ? buildBare(new pg.Pool({ connectionString: url, max: 16, options: '-c timezone=UTC' }))
    : await buildPortal();
process.on('message', () => {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  process.send?.(residentMb(process.pid));
});
process.send?.(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port));
process.once('disconnect', () => process.exit());
