// The server: configuration, database, demo data, HTTP, jobs; and all of it closed again in order.
import { buildApp } from './app.ts';
import { describeConfig, readConfig } from '#core/config.ts';
import { startJobs } from '#core/jobs.ts';
import { startLifecycle } from '#core/lifecycle.ts';
import { createLog } from '#core/log.ts';
import { startText } from '#core/start-text.ts';
import { version } from '#core/version.ts';
import { type Database, openDatabase } from '#db/connect.ts';
import { StartError, errorCode } from '#db/start-error.ts';
import { seedDemo } from '#seed/demo.ts';
import { startSimulation } from '#seed/simulation.ts';

if (process.argv.includes('--help')) {
  console.log(
    `Keyward ${version}\n\nnpm start serves the portal and its API. It is set by environment variables:\n\n${describeConfig()}`,
  );
  process.exit(0);
}

const life = startLifecycle(); // signals first: one that comes during the start must stop the database too
const config = readConfig();
const log = createLog(config.logLevel);
life.logTo(log);

const opening = openDatabase(config, { log });
life.closing(async () => (await opening.catch(() => undefined))?.close(), 3_000);
const database = await opening;

if (config.demo && (await isEmpty(database))) {
  console.log('Making the demo data, once: two tenants and 30 days of their life …');
  await seedDemo(database, log);
}

const app = await buildApp({
  pool: database.app,
  log,
  trustProxy: config.trustProxy,
  demo: config.demo,
  ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
});
life.closing(() => app.close());
const port = await listen();

const jobs = await startJobs({ database, log });
life.closing(() => jobs.stop());

if (config.simulate) {
  const simulation = await startSimulation({ database, url: `http://localhost:${port}`, log });
  life.closing(() => simulation.stop(), 1_000);
}
console.log(startText(config, port));

async function isEmpty({ system }: Database): Promise<boolean> {
  const { rows } = await system.query('select from tenant limit 1');
  return rows.length === 0;
}

/** Returns the port: the one asked for, or the one found for 0. */
async function listen(): Promise<number> {
  const { host, port: wanted } = config;
  try {
    await app.listen({ port: wanted, host });
  } catch (cause) {
    const why: Record<string, string> = {
      EADDRINUSE: `Port ${wanted} is taken by another program. Stop it, or choose another port: PORT=${wanted + 1} npm start`,
      EACCES: `Port ${wanted} may not be opened by this user. Choose one above 1023 with PORT.`,
      EADDRNOTAVAIL: `This machine has no address ${host}: correct HOST.`,
      ENOTFOUND: `The host name ${host} is not known: correct HOST.`,
    };
    const sentence = why[errorCode(cause) ?? ''];
    throw sentence ? new StartError(sentence, { cause }) : cause;
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : wanted;
}
