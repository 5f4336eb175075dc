import { startServer } from './server.ts';

export default async function setup() {
  const server = await startServer();
  process.env.BASE_URL = server.url; // the workers, which start later, read the configuration again
  return server.stop;
}
