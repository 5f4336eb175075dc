// npm run bench -- lists [--events 1000000] [--devices 100000] [--record]
import { parseArgs } from 'node:util';
import { benchLists } from './lists.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '1000000' },
    devices: { type: 'string', default: '100000' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const count = (name: 'events' | 'devices') => {
  const n = Number(values[name]);
  if (!Number.isInteger(n) || n < 10_000) throw new Error(`--${name} takes a whole number from 10000`);
  return n;
};

if (values.help || positionals.length !== 1 || positionals[0] !== 'lists') {
  console.log('Usage: npm run bench -- lists [--events 1000000] [--devices 100000] [--record]');
  process.exitCode = values.help ? 0 : 2;
} else {
  await benchLists({ events: count('events'), devices: count('devices'), record: values.record });
}
