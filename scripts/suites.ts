// The JSON reports of Vitest and Playwright as one list of results.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './steps.ts';

/** One test. `id` is the same in each run; `file` (for Playwright with its line) selects it for a retry. */
export type Result = { id: string; name: string; file: string; ok: boolean; error: string };

const lines = 12;
/** The message without colours, empty lines and the stack. */
function shorten(message = ''): string {
  const [head = ''] = stripVTControlCharacters(message).split(/\n\s+at /);
  const nonEmpty = head.split('\n').filter((line) => line.trim() !== '');
  return nonEmpty.slice(0, lines).join('\n');
}

export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
};

/** A failure outside the tests of a file (an import, a hook) is a result of its own. */
export function vitestResults({ testResults }: VitestReport): Result[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const results = assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map((test): Result => {
        const title = `${file}: ${test.fullName}`;
        return {
          id: title,
          name: title,
          file,
          ok: test.status === 'passed',
          error: shorten(test.failureMessages?.[0]),
        };
      });
    const outside = status === 'failed' && results.every(({ ok }) => ok);
    return outside ? [...results, { id: file, name: file, file, ok: false, error: shorten(message) }] : results;
  });
}

type Suite = { suites?: Suite[]; specs?: Spec[] };
type Spec = { id: string; title: string; file: string; line: number; tests: { status: string; results: Attempt[] }[] };
type Attempt = { status: string; error?: { message?: string } };
export type PlaywrightReport = { suites: Suite[]; errors: { message?: string }[] };

const specsOf = (suites: readonly Suite[]): Spec[] =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);

/** A test skipped because an earlier one of its serial group failed counts as failed. */
export function playwrightResults({ suites }: PlaywrightReport): Result[] {
  return specsOf(suites).flatMap(({ id, title, file, line, tests }) =>
    tests.map(({ status, results }): Result => {
      const error = shorten(results.find((one) => one.error)?.error?.message) || 'did not run';
      const ok = status === 'expected';
      return { id, name: `e2e/${file}: ${title}`, file: `${file}:${line}`, ok, error: ok ? '' : error };
    }),
  );
}

export type Summary = { passed: number; flaky: Result[]; failed: Result[] };

/**
 * Passed: the tests that passed in either run; flaky: those of them that also failed in one. `again` holds the results
 * of the retry. Tests of the same id, as `test.each` can create, pass or fail together.
 */
export function compareRuns(first: readonly Result[], again: readonly Result[]): Summary {
  const failing = (results: readonly Result[]) => new Map(results.filter(({ ok }) => !ok).map((one) => [one.id, one]));
  const [before, after] = [failing(first), failing(again)];
  const retriedIds = new Set(again.map(({ id }) => id));
  const failed = [...before.values()].filter(({ id }) => after.has(id) || !retriedIds.has(id));
  const failedIds = new Set(failed.map(({ id }) => id));
  const flaky = [...before.values(), ...[...after.values()].filter(({ id }) => !before.has(id))].filter(
    ({ id }) => !failedIds.has(id),
  );
  return { passed: first.filter(({ id }) => !failedIds.has(id)).length, flaky, failed };
}
