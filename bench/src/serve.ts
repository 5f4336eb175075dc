// A server in a separate process, so that measuring does not slow it: the portal or the bare one.
import { buildApp } from '@keyward/server/app.ts';
import { openPools } from '@keyward/server/db/connect.ts';
import pg from 'pg';
import { buildBare } from './bare.ts';

const [kind, url = ''] = process.argv.slice(2);
const app =
  kind === 'bare'
    ? buildBare(new pg.Pool({ connectionString: url, max: 16, options: '-c timezone=UTC' }))
    : await buildApp({ pool: openPools(url, 16).app, demo: false });
process.send?.(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port));
process.once('disconnect', () => process.exit());
