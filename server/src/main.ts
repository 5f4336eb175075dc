// The server: starts configuration, database, demo data, HTTP and jobs, and stops them in reverse order.
import { buildApp } from './app.ts';
import { jobs as jobKinds, mailLinks } from './modules.ts';
import { describeConfig, readConfig } from '#core/config.ts';
import { runInBackground, supervise } from '#core/jobs/background.ts';
import { measureBacklog } from '#core/jobs/backlog.ts';
import { watchConnections } from '#core/jobs/connections.ts';
import { startJobs } from '#core/jobs/jobs.ts';
import { startLifecycle } from '#core/lifecycle.ts';
import { openVault } from '#core/auth/key-file.ts';
import { listen, probePort } from '#core/listen.ts';
import { createLog } from '#core/log.ts';
import { mailDelivery } from '#core/mail/transport.ts';
import { startText } from '#core/start-text.ts';
import { demoSlugs } from '#core/tenants.ts';
import { version } from '#core/version.ts';
import { openDatabase } from '#db/connect.ts';
import { warmUp } from '#db/pool.ts';
import { seedDemo } from '#seed/demo.ts';
import { simulatedKeypad } from '#seed/keypad.ts';
import { type Simulation, startSimulation } from '#seed/simulation.ts';
import { invitationToTry } from '#seed/try-it.ts';

if (process.argv.includes('--help')) {
  console.log(
    `Keyward ${version}\n\nnpm start serves the portal and its API. It is configured by environment variables:\n\n${describeConfig()}`,
  );
  process.exit(0);
}

const lifecycle = startLifecycle(); // signals first: a signal during startup must stop the database too
const config = readConfig();
const log = createLog(config.logLevel);
lifecycle.logTo(log);
lifecycle.drainFor(config.drainSeconds * 1000);
await probePort(config);

const opening = openDatabase(config, { log, guard: (work) => runInBackground('database', log, work) });
lifecycle.onStop(async () => (await opening.catch(() => undefined))?.close(), 3_000);
const database = await opening;
void runInBackground('first connections', log, () => warmUp(database.app));

const vault = openVault(config); // after the database, which creates the data folder
if (config.demo) {
  const slow = setTimeout(() => console.log('Creating the demo data (first start only; up to a minute) …'), 300);
  await seedDemo(database, vault, { info: (text) => console.log(`  ${text}`) });
  clearTimeout(slow);
}
const notServed = config.demo ? [] : await demoSlugs(database.system);

let simulation: Simulation | undefined;
let portalBase = config.publicUrl ?? `http://localhost:${config.port}`;
const app = await buildApp({
  pool: database.app,
  log,
  trustProxy: config.trustProxy,
  stopping: () => lifecycle.stopping(),
  fullAddress: config.logFullAddress,
  demo: config.demo,
  vault,
  portalBase: () => portalBase,
  ...(config.simulate ? { keypad: simulatedKeypad(() => simulation) } : {}),
  supportProvider: config.supportIdp,
  storeLinks: config.storeLinks,
  measure: (metrics) => measureBacklog(metrics, database.system, jobKinds),
  ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
});
let jobs: ReturnType<typeof startJobs> | undefined;
const connections = watchConnections(database.url, log);
// stopped together: running requests and jobs must leave enough of the time to stop the database
lifecycle.onStop(() => Promise.all([jobs?.stop(), app.close(), connections.stop()]), 3_300);
const port = await listen(app, config);

portalBase = config.publicUrl ?? `http://localhost:${port}`;

jobs = startJobs(
  { database, log, vault, demo: config.demo, deliver: mailDelivery(config), portalBase, mailLinks },
  jobKinds,
);

if (config.simulate) {
  const simulating = supervise('simulation', log, async () => {
    simulation = await startSimulation({ database, vault, url: `http://localhost:${port}`, log });
    return simulation;
  });
  lifecycle.onStop(() => simulating.stop(), 1_000);
}
const linkToTry = config.simulate
  ? invitationToTry(database, vault, portalBase).catch((error: unknown): undefined => {
      log.warn({ err: error }, 'there is no invitation to try');
    })
  : undefined;
lifecycle.started();
console.log(startText(config, port, { tryIt: await linkToTry, notServed }));
