import { settings } from '@keyward/contract/settings';
import { callsOf, type Person, signIn } from './calls.ts';
import { startServer } from './server.ts';

/** Starts a server for this run, unless BASE_URL names a running one. */
export default async function setup() {
  const server = process.env.BASE_URL ? undefined : await startServer();
  if (server) {
    process.env.KEYWARD_DATA = server.data;
    process.env.BASE_URL = server.url; // the workers, which start later, read the configuration again
  }
  // some profiles of the second tenant read Japanese
  for (const person of ['admin', 'clerk', 'nobody'] as const) await setJapanese(person);
  return server?.stop;
}

async function setJapanese(person: Person): Promise<void> {
  const call = callsOf('harbor', await signIn('harbor', person));
  const { data } = await call(settings.mine);
  if (data.some(({ name }) => name === 'Locale')) return;
  await call(settings.create, { body: { name: 'Locale', category: 'UI', value: 'ja-JP' } });
}
