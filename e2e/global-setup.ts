import { startServer } from './server.ts';

/** A server for this run; with BASE_URL set, the one that answers there. */
export default async function setup() {
  if (process.env.BASE_URL) return undefined;
  const server = await startServer();
  process.env.KEYWARD_DATA = server.data;
  process.env.BASE_URL = server.url; // the workers, which start later, read the configuration again
  return server.stop;
}
