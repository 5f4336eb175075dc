// `npm test`: types, rules, unit and server tests, build and its size, browser tests. Ends with one line: N passed, N
// failed.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from '@keyward/e2e/ensure-browser.ts';
import { type RunningServer, startServer } from '@keyward/e2e/server.ts';
import { overweight } from './budgets.ts';
import { build } from './build.ts';
import { lintChecks, typeChecks } from './checks.ts';
import { type Outcome, program, root, run } from './steps.ts';
import {
  judge,
  type PlaywrightReport,
  playwrightResults,
  type Result,
  type Verdict,
  type VitestReport,
  vitestResults,
} from './suites.ts';

const reports = path.join(root, '.cache/test-results');
fs.rmSync(reports, { recursive: true, force: true });
fs.mkdirSync(reports, { recursive: true });

function say({ name, ok, output, seconds }: Outcome) {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd());
}

/** A check outside the suites counts as one test. */
const check = ({ name, ok }: Outcome): Verdict => {
  const result: Result = { id: name, name, file: '', ok, error: '' };
  return { passed: ok ? 1 : 0, flaky: [], failed: ok ? [] : [result] };
};

async function timed(name: string, work: () => Promise<string | undefined>): Promise<Outcome> {
  const began = performance.now();
  const problem = await work().catch((error: Error) => error.message);
  return { name, ok: problem === undefined, output: problem ?? '', seconds: (performance.now() - began) / 1000 };
}

async function checked(steps: readonly (() => Promise<Outcome>)[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const step of steps) {
    const outcome = await step();
    say(outcome);
    verdicts.push(check(outcome));
  }
  return verdicts;
}

type Ran = { outcome: Outcome; results: Result[] };
/** Runs all tests of a suite, or only these, one after another. */
type Suite = (only?: readonly Result[]) => Promise<Ran>;

/** Runs a program that writes a JSON report. A failure outside the tests counts as one more. */
async function reported<Report>(
  name: string,
  args: (report: string) => string[],
  env: NodeJS.ProcessEnv,
  read: (report: Report) => Result[],
): Promise<Ran> {
  const file = path.join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const outcome = await run(name, args(file), { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, FORCE_COLOR: '0' } });
  say(outcome);
  const results = fs.existsSync(file) ? read(JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : [];
  const unexplained = results.length === 0 ? 'no test ran' : !outcome.ok && results.every(({ ok }) => ok) && 'failed';
  if (!unexplained) return { outcome, results };
  const title = `${name}: ${unexplained}`;
  return { outcome, results: [...results, { id: title, name: title, file: '', ok: false, error: '' }] };
}

const filesOf = (only: readonly Result[]) => [...new Set(only.map(({ file }) => file))];

const units: Suite = (only) =>
  reported<VitestReport>(
    only ? 'unit and server tests, again' : 'unit and server tests',
    (file) => [
      program('vitest'),
      'run',
      '--no-color',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(only ? ['--maxWorkers=1', '--isolate', ...filesOf(only)] : []),
    ],
    {},
    vitestResults,
  );

/** The browser tests on that server; the retry finds it as the first run left it. */
const browserTests =
  (chromium: string, { url, data }: RunningServer): Suite =>
  (only) =>
    reported<PlaywrightReport>(
      only ? 'browser tests, again' : 'browser tests',
      () => [
        'e2e/run.ts',
        '--reporter=list,json',
        '--grep-invert=@nightly',
        ...(only ? ['--workers=1', '--trace=on', '--output=test-results/again', ...filesOf(only)] : []),
      ],
      { CHROMIUM_PATH: chromium, BASE_URL: url, KEYWARD_DATA: data },
      playwrightResults,
    );

type Half = { verdicts: Verdict[]; suite?: Suite; ran?: Ran };
let server: RunningServer | undefined;
let chromium = '';
const browser = ensureBrowser();
browser.catch(() => {}); // reported below

async function inBrowser(): Promise<Half> {
  const verdicts = await checked([
    () => timed('build', build),
    () => timed('weight of the portal', overweight),
    () => timed('a browser', async () => void (chromium = await browser)),
    () => timed('a server with demo data', async () => void (server = await startServer())),
  ]);
  if (!server || !chromium) return { verdicts };
  const suite = browserTests(chromium, server);
  return { verdicts, suite, ran: await suite() };
}

async function onServer(): Promise<Half> {
  const verdicts = await checked([...typeChecks(), ...lintChecks()]);
  return { verdicts, suite: units, ran: await units() };
}

// one after the other: alongside the server tests the portal answers some calls with 503, as it should under overload
const halves = [await onServer(), await inBrowser()];
const verdicts = halves.flatMap((half) => half.verdicts);
// docs/decisions/0030: failed tests are retried once, when nothing else runs
for (const { suite, ran } of halves) {
  if (!suite || !ran) continue;
  const failed = ran.results.filter(({ ok, file }) => !ok && file !== '');
  const again = failed.length > 0 ? (await suite(failed)).results : [];
  verdicts.push(judge(ran.results, again));
}
await server?.stop();

const passed = verdicts.reduce((sum, one) => sum + one.passed, 0);
const flaky = verdicts.flatMap((one) => one.flaky);
const failed = verdicts.flatMap((one) => one.failed);
const listed = (title: string, results: readonly Result[]) => {
  if (results.length === 0) return;
  console.log(`\n${title}:`);
  for (const { name, error } of results) console.log(`  ${[name, ...error.split('\n')].join('\n    ').trimEnd()}`);
};
listed('Flaky (passed on retry)', flaky);
listed('Failed', failed);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
