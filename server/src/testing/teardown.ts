import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Runs `close` at the end of the current test, or of the file outside tests. Vitest runs no afterAll registered in a
 * test.
 */
export function onTeardown(close: () => unknown): void {
  const end = async () => void (await close());
  if (TestRunner.getCurrentTest()) onTestFinished(end);
  else afterAll(end);
}
