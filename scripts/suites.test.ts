import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './steps.ts';
import { compareRuns, playwrightResults, type Result, vitestResults } from './suites.ts';

const result = (id: string, ok: boolean, error = ''): Result => ({ id, name: id, file: id, ok, error });
const ids = (results: readonly Result[]) => results.map(({ id }) => id);

describe('judge', () => {
  test('a test that fails twice has failed; one that passes on the retry is flaky, with its first error', () => {
    const first = [result('steady', true), result('broken', false, 'a'), result('flaky', false, 'b')];
    const { passed, flaky, failed } = compareRuns(first, [result('broken', false, 'c'), result('flaky', true)]);
    expect([passed, ids(failed)]).toEqual([2, ['broken']]);
    expect(flaky).toEqual([result('flaky', false, 'b')]);
  });

  test('a failed test without a retry has failed', () => {
    expect(compareRuns([result('a', false), result('b', true)], [])).toMatchObject({
      passed: 1,
      failed: [{ id: 'a' }],
    });
  });

  test('a test that fails only in the retry of its file is flaky', () => {
    const { passed, flaky, failed } = compareRuns(
      [result('a', false), result('b', true)],
      [result('a', true), result('b', false, 'late')],
    );
    expect([passed, ids(flaky), failed]).toEqual([2, ['a', 'b'], []]);
  });
});

describe('vitestResults', () => {
  const report = (status: string, ...assertionResults: { status: string; fullName: string }[]) => ({
    testResults: [
      { name: path.join(root, 'x.test.ts'), status, message: 'no such module\n    at x', assertionResults },
    ],
  });

  test('names each test by file and title, with the message of its error and without the stack', () => {
    const failed = {
      status: 'failed',
      fullName: 'b',
      failureMessages: ['\u001b[31mexpected 1\nto be 2\n    at x.ts:1'],
    };
    expect(vitestResults(report('failed', { status: 'passed', fullName: 'a' }, failed))).toEqual([
      { id: 'x.test.ts: a', name: 'x.test.ts: a', file: 'x.test.ts', ok: true, error: '' },
      { id: 'x.test.ts: b', name: 'x.test.ts: b', file: 'x.test.ts', ok: false, error: 'expected 1\nto be 2' },
    ]);
  });

  test('a file that fails outside its tests, or before it has any, is a failure', () => {
    for (const tests of [[], [{ status: 'passed', fullName: 'a' }]])
      expect(vitestResults(report('failed', ...tests)).filter(({ ok }) => !ok)).toEqual([
        { id: 'x.test.ts', name: 'x.test.ts', file: 'x.test.ts', ok: false, error: 'no such module' },
      ]);
  });
});

test('playwrightResults finds tests in nested groups; one that never ran has failed', () => {
  const spec = (title: string, status: string, results: { status: string; error?: { message: string } }[]) => ({
    id: title,
    title,
    file: 'x.spec.ts',
    line: 7,
    tests: [{ status, results }],
  });
  const passed = spec('a', 'expected', [{ status: 'passed' }]);
  const failed = spec('b', 'unexpected', [{ status: 'failed', error: { message: 'not visible' } }]);
  const results = playwrightResults({
    suites: [{ specs: [passed], suites: [{ specs: [failed, spec('c', 'skipped', [])] }] }],
    errors: [],
  });
  expect(results.map(({ name, file, ok, error }) => [name, file, ok, error])).toEqual([
    ['e2e/x.spec.ts: a', 'x.spec.ts:7', true, ''],
    ['e2e/x.spec.ts: b', 'x.spec.ts:7', false, 'not visible'],
    ['e2e/x.spec.ts: c', 'x.spec.ts:7', false, 'did not run'],
  ]);
});
