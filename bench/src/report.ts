import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Case } from './cases.ts';
import type { Latency } from './measure.ts';
import type { Size } from './world.ts';

type Http = Latency & { rate: number };
export type Result = {
  case: Case;
  portal: Http;
  bare: Http | undefined;
  raw: Latency;
  rawTotal: Latency;
  withoutSecurity: Latency;
};

const ms = (n: number) => n.toFixed(n < 10 ? 2 : 0);
const ratio = (a: number, b: number) => (a > 0 && b > 0 ? (a / b).toFixed(2) : '–');

/** Prints the figures; with `record` appends them to bench/RESULTS.md. */
export function report(results: Result[], size: Size, postgres: string, record: boolean): void {
  const lines = [
    `## ${new Date().toISOString().slice(0, 10)}: lists, ${size.events.toLocaleString('en')} events, ${size.devices.toLocaleString('en')} devices, ${(size.profiles ?? 0).toLocaleString('en')} profiles`,
    '',
    machine(postgres),
    'Milliseconds at one connection, requests/s at 16 (median of three rounds); what is compared took turns. Raw: the same SQL through the driver in one transaction; total: only the total, likewise.',
    '',
    '| list | case | portal p50 | p99 | requests/s | bare p50 | p99 | requests/s | portal/bare | raw p50 | p99 | total p50 | raw/portal p50 |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...results.map(row),
    '',
    ...targets(results),
    '',
  ];
  console.log(`\n${lines.join('\n')}`);
  if (record) keep(lines);
}

/** Appends lines to bench/RESULTS.md. */
export function keep(lines: readonly string[]): void {
  const file = path.join(import.meta.dirname, '../RESULTS.md');
  const head = fs.existsSync(file)
    ? ''
    : '# Measurements\n\nWhat `npm run bench -- lists --record` found; see design notes in docs.\n\n';
  fs.appendFileSync(file, `${head}${lines.join('\n')}\n`);
}

/** The machine and the programs of a measurement. */
export const machine = (postgres: string): string =>
  `${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GB, load ${os.loadavg()[0]?.toFixed(1)} at the end; Node ${process.versions.node}, PostgreSQL ${postgres}.`;

function row({ case: one, portal, bare, raw, rawTotal }: Result): string {
  const b = bare
    ? [ms(bare.p50), ms(bare.p99), bare.rate.toFixed(0), ratio(portal.rate, bare.rate)]
    : ['–', '–', '–', '–'];
  return `| ${[`${one.list}s`, one.name, ms(portal.p50), ms(portal.p99), portal.rate.toFixed(0), ...b, ms(raw.p50), ms(raw.p99), ms(rawTotal.p50), ratio(raw.p50, portal.p50)].join(' | ')} |`;
}

/** The target figures of the lists. */
function targets(results: Result[]): string[] {
  const of = (name: string, list: Case['list'] = 'event') =>
    results.find((r) => r.case.list === list && r.case.name === name);
  const first = of('page 1');
  const far = of('page 1000');
  const deep = of('90 % down');
  if (!first?.bare || !far || !deep) return [];
  const ofProfiles = (name: string) => of(name, 'user')?.portal.p50 ?? Number.NaN;
  const comparedToFirst = (name: string) => ratio(ofProfiles(name), ofProfiles('page 1'));
  const total = (name: string) => ms(of(name)?.rawTotal.p50 ?? Number.NaN);
  const pageMs = (list: Case['list']) => ms(of('page 1', list)?.raw.p50 ?? Number.NaN);
  return [
    `- P1, events page 1, portal/bare: ${ratio(first.portal.rate, first.bare.rate)} (wanted >= 0.70)`,
    `- P3, page 1000 / page 1: ${ratio(far.portal.p50, first.portal.p50)} (<= 1.1); 90 % down / page 1: ${ratio(deep.portal.p50, first.portal.p50)} (<= 3)`,
    `- P3 of profiles: page 1000 / page 1: ${comparedToFirst('page 1000')} (<= 1.1); 90 % down / page 1: ${comparedToFirst('90 % down')} (<= 3)`,
    `- P4, exact totals at this size: unfiltered ${total('page 1')} ms; type and range ${total('type and range')} ms; search ${total('search, rare word')}, ${total('search, a person')}, ${total('search, common word')} ms`,
    `- P16, page 1 through the driver, in its transaction: devices ${pageMs('device')} ms, profiles ${pageMs('user')} ms (<= 0.6 in the database)`,
    `- P6, row-level security on page 1: ${((first.raw.p50 / first.withoutSecurity.p50 - 1) * 100).toFixed(0)} % (<= 10 %)`,
  ];
}
