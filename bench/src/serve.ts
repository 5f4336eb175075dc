// A server in a process of its own, so that measuring does not slow it: the portal or the bare one.
import { buildApp } from '@keyward/server/app.ts';
import { openPools } from '@keyward/server/db/connect.ts';
import { serveBare } from './bare.ts';

async function servePortal(url: string): Promise<number> {
  const app = await buildApp({ pool: openPools(url, 16).app, demo: false });
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

const [kind, url = ''] = process.argv.slice(2);
process.send?.(kind === 'bare' ? await serveBare(url) : await servePortal(url));
process.once('disconnect', () => process.exit());
