// npm run bench -- lists [--events 1000000] [--devices 100000] [--profiles 100000] [--record]
// npm run bench -- growth [--profiles 100000]
// npm run bench -- plans [--events 1000000] [--devices 100000]
// npm run bench -- gateway [--seconds 5]
// npm run bench -- onepass [--events 1000000] [--record]
// npm run bench -- insights [--events 10000000] [--stores 20,1000] [--seconds 5] [--record]
// npm run bench -- views [--events 1000000] [--devices 100000]
// npm run bench -- csv [--events 1000000]
// npm run bench -- imports [--rows 20000]
// npm run bench -- scroll [--devices 100000]
// npm run bench -- peer --folder <where directus is installed> [--events 600000]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchCsv } from './csv.ts';
import { benchGateway } from './gateway.ts';
import { benchGrowth } from './growth.ts';
import { benchImports } from './imports.ts';
import { benchInsights } from './insights.ts';
import { benchLists } from './lists.ts';
import { benchOnepass } from './onepass.ts';
import { benchPeer } from './peer.ts';
import { benchPlans } from './plans.ts';
import { benchScroll } from './scroll.ts';
import { benchViews } from './views.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '1000000' },
    devices: { type: 'string', default: '100000' },
    profiles: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '20000' },
    stores: { type: 'string', default: '20,1000' },
    folder: { type: 'string', default: '.' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const count = (name: 'events' | 'devices' | 'profiles') => {
  const n = Number(values[name]);
  if (!Number.isInteger(n) || n < 60_000) throw new Error(`--${name} takes a whole number from 60000`);
  return n;
};

const benches = {
  lists: () =>
    benchLists({
      events: count('events'),
      devices: count('devices'),
      profiles: count('profiles'),
      record: values.record,
    }),
  growth: () => benchGrowth({ profiles: count('profiles') }),
  plans: () => benchPlans({ events: count('events'), devices: count('devices') }),
  insights: () =>
    benchInsights({
      events: count('events'),
      devices: count('devices'),
      seconds: Number(values.seconds),
      // 0: only the gateway
      worlds: values.stores
        .split(',')
        .map(Number)
        .filter((stores) => stores > 0),
      record: values.record,
    }),
  views: () => benchViews({ events: count('events'), devices: count('devices') }),
  csv: () => benchCsv({ events: count('events'), devices: count('devices') }),
  imports: () => benchImports({ rows: Number(values.rows) }),
  scroll: () => benchScroll({ events: count('events'), devices: count('devices') }),
  peer: () =>
    benchPeer({
      events: count('events'),
      devices: count('devices'),
      profiles: count('profiles'),
      folder: values.folder,
    }),
  onepass: () => benchOnepass({ events: count('events'), devices: count('devices'), record: values.record }),
  gateway: () => benchGateway({ seconds: Number(values.seconds) }),
};
const [name = ''] = positionals;
if (values.help || positionals.length !== 1 || !Object.hasOwn(benches, name)) {
  console.log(
    'Usage: npm run bench -- lists [--events 1000000] [--devices 100000] [--profiles 100000] [--record]\n       npm run bench -- growth [--profiles 100000]\n       npm run bench -- plans [--events 1000000]\n       npm run bench -- gateway [--seconds 5]\n       npm run bench -- onepass [--events 1000000] [--record]\n       npm run bench -- insights [--events 10000000] [--stores 20,1000] [--record]\n       npm run bench -- views [--events 1000000]\n       npm run bench -- csv [--events 1000000]\n       npm run bench -- imports [--rows 20000]\n       npm run bench -- scroll\n       npm run bench -- peer --folder <where directus is installed>',
  );
  process.exitCode = values.help ? 0 : 2;
} else {
  // browser benchmarks show the portal, so it is built from the current sources
  const build = path.join(import.meta.dirname, '../../scripts/build.ts');
  if (spawnSync(process.execPath, [build], { stdio: 'inherit' }).status !== 0) process.exit(1);
  await benches[name as keyof typeof benches]();
}
