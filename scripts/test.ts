// `npm test`: types, rules, unit and server tests, build and its size, browser tests. Ends with one line: N passed, N
// failed.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from '@keyward/e2e/ensure-browser.ts';
import { type RunningServer, startServer } from '@keyward/e2e/server.ts';
import { checkBudgets } from './budgets.ts';
import { build } from './build.ts';
import { lintChecks, typeChecks } from './checks.ts';
import { type Outcome, program, root, run } from './steps.ts';
import {
  compareRuns,
  type PlaywrightReport,
  playwrightResults,
  type Result,
  type Summary,
  type VitestReport,
  vitestResults,
} from './suites.ts';

const reports = path.join(root, '.cache/test-results');
fs.rmSync(reports, { recursive: true, force: true });
fs.mkdirSync(reports, { recursive: true });

function printOutcome({ name, ok, output, seconds }: Outcome) {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd());
}

/** A check outside the suites counts as one test. */
const toSummary = ({ name, ok }: Outcome): Summary => {
  const result: Result = { id: name, name, file: '', ok, error: '' };
  return { passed: ok ? 1 : 0, flaky: [], failed: ok ? [] : [result] };
};

async function timed(name: string, work: () => Promise<string | undefined>): Promise<Outcome> {
  const began = performance.now();
  const problem = await work().catch((error: Error) => error.message);
  return { name, ok: problem === undefined, output: problem ?? '', seconds: (performance.now() - began) / 1000 };
}

async function runChecks(steps: readonly (() => Promise<Outcome>)[]): Promise<Summary[]> {
  const summaries: Summary[] = [];
  for (const step of steps) {
    const outcome = await step();
    printOutcome(outcome);
    summaries.push(toSummary(outcome));
  }
  return summaries;
}

type SuiteRun = { outcome: Outcome; results: Result[] };
/** Runs all tests of a suite, or only these, one after another. */
type Suite = (only?: readonly Result[]) => Promise<SuiteRun>;

/** Runs a program that writes a JSON report. A failure outside the tests counts as one more. */
async function runSuite<Report>(
  name: string,
  args: (report: string) => string[],
  env: NodeJS.ProcessEnv,
  read: (report: Report) => Result[],
): Promise<SuiteRun> {
  const file = path.join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const outcome = await run(name, args(file), { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, FORCE_COLOR: '0' } });
  printOutcome(outcome);
  const results = fs.existsSync(file) ? read(JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : [];
  const unexplained = results.length === 0 ? 'no test ran' : !outcome.ok && results.every(({ ok }) => ok) && 'failed';
  if (!unexplained) return { outcome, results };
  const title = `${name}: ${unexplained}`;
  return { outcome, results: [...results, { id: title, name: title, file: '', ok: false, error: '' }] };
}

const filesOf = (only: readonly Result[]) => [...new Set(only.map(({ file }) => file))];

const units: Suite = (only) =>
  runSuite<VitestReport>(
    only ? 'unit and server tests (retry)' : 'unit and server tests',
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
    runSuite<PlaywrightReport>(
      only ? 'browser tests (retry)' : 'browser tests',
      () => [
        'e2e/run.ts',
        '--reporter=list,json',
        ...(only ? ['--workers=1', '--trace=on', '--output=test-results/retry', ...filesOf(only)] : []),
      ],
      { BY_DAY: '1', CHROMIUM_PATH: chromium, BASE_URL: url, KEYWARD_DATA: data },
      playwrightResults,
    );

type Half = { verdicts: Summary[]; suite?: Suite; ran?: SuiteRun };
let server: RunningServer | undefined;
let chromium = '';
const browser = ensureBrowser();
browser.catch(() => {}); // reported below

const prepareBrowserHalf = () =>
  runChecks([
    () => timed('build', build),
    () => timed('weight of the portal', checkBudgets),
    () => timed('a browser', async () => void (chromium = await browser)),
    () => timed('a server with demo data', async () => void (server = await startServer())),
  ]);

async function runBrowserHalf(verdicts: Summary[]): Promise<Half> {
  if (!server || !chromium) return { verdicts };
  const suite = browserTests(chromium, server);
  return { verdicts, suite, ran: await suite() };
}

// each of them leaves a part of two cores idle
const [checked, prepared] = await Promise.all([runChecks([...typeChecks(), ...lintChecks()]), prepareBrowserHalf()]);
// one after the other: alongside the server tests the portal answers some calls with 503, as it should under overload
const halves: Half[] = [{ verdicts: checked, suite: units, ran: await units() }, await runBrowserHalf(prepared)];
const summaries = halves.flatMap((half) => half.verdicts);
// docs/decisions/0030: failed tests are retried once, when nothing else runs
for (const { suite, ran } of halves) {
  if (!suite || !ran) continue;
  const failed = ran.results.filter(({ ok, file }) => !ok && file !== '');
  const again = failed.length > 0 ? (await suite(failed)).results : [];
  summaries.push(compareRuns(ran.results, again));
}
await server?.stop();

const passed = summaries.reduce((sum, one) => sum + one.passed, 0);
const flaky = summaries.flatMap((one) => one.flaky);
const failed = summaries.flatMap((one) => one.failed);
const printResults = (title: string, results: readonly Result[]) => {
  if (results.length === 0) return;
  console.log(`\n${title}:`);
  for (const { name, error } of results) console.log(`  ${[name, ...error.split('\n')].join('\n    ').trimEnd()}`);
};
printResults('Flaky (passed on retry)', flaky);
printResults('Failed', failed);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
