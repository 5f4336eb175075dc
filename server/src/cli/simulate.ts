import { setTimeout as sleep } from 'node:timers/promises';
import { openVault } from '#core/auth/key-file.ts';
import { readConfig } from '#core/config.ts';
import { runningUrl } from '#db/embedded/embedded.ts';
import { StartError } from '#db/start-error.ts';
import { type SimulationCounts, startSimulation } from '#seed/simulation.ts';
import { type Command, openMigrated, readOptions } from './command.ts';

const formatCounts = (counts: SimulationCounts) =>
  Object.entries(counts)
    .map(([name, n]) => `${n} ${name}`)
    .join(', ');
/** The interval of progress messages. */
const everyMs = 10_000;

function positive(name: string, text: string): number {
  const n = Number(text);
  if (!(n > 0) || !Number.isFinite(n)) throw new StartError(`--${name} takes a number above 0, not "${text}".`);
  return n;
}

/** Runs until the time is over or a signal arrives; uses the running server's database. */
export const simulate: Command = {
  name: 'simulate',
  summary: 'simulate stores that report to the running server through its gateway',
  options: [
    '--rate <n>       events per second over all tenants; default 5',
    '--minutes <n>    duration; default until Ctrl+C',
    '--tenant <slug>  one tenant only; repeatable; required outside demo mode',
    '--url <address>  the server; default http://localhost:$PORT',
  ],
  run: async (args) => {
    const given = readOptions('simulate', args, {
      rate: { type: 'string', default: '5' },
      minutes: { type: 'string' },
      tenant: { type: 'string', multiple: true },
      url: { type: 'string' },
    });
    const config = readConfig();
    if (!config.demo && !given.tenant)
      throw new StartError(
        '--tenant is missing: outside demo mode name each tenant to simulate. Their devices report invented events, which stay for good.',
      );
    const rate = positive('rate', given.rate);
    const minutes = given.minutes === undefined ? undefined : positive('minutes', given.minutes);
    const url = given.url ?? `http://localhost:${config.port}`;
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new StartError(`--url takes an address such as http://localhost:3000.`);
    if (!config.databaseUrl && !runningUrl(config.dataDir))
      throw new StartError(`No server is running on the data folder ${config.dataDir}. Start one with npm start.`);

    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
    const pools = await openMigrated(config, 1);
    try {
      const simulation = await startSimulation({
        database: pools,
        vault: openVault(config),
        url,
        rate,
        ...(given.tenant ? { tenants: given.tenant } : {}),
        label: 'Simulation (command)',
        log: { info: console.log, warn: console.warn },
        signal: stopping.signal,
      });
      const end = minutes === undefined ? Infinity : performance.now() + minutes * 60_000;
      console.log(`Sending about ${rate} events per second to ${url}. Press Ctrl+C to stop.`);
      while (!stopping.signal.aborted && performance.now() < end) {
        await Promise.race([
          sleep(Math.min(everyMs, end - performance.now()), undefined, { signal: stopping.signal }).catch(() => {}),
          simulation.ended.then(
            () => stopping.abort(),
            (cause: unknown) => {
              throw new StartError(`The simulation ended: ${cause instanceof Error ? cause.message : String(cause)}`, {
                cause,
              });
            },
          ),
        ]);
        console.log(formatCounts(simulation.counts));
      }
      await simulation.stop();
    } finally {
      await pools.close();
    }
  },
};
