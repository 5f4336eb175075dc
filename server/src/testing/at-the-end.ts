import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Runs when the test is over in which it is called, else when its file is. Vitest does not run an afterAll of a test. */
export function atTheEnd(close: () => unknown): void {
  const end = async () => void (await close());
  if (TestRunner.getCurrentTest()) onTestFinished(end);
  else afterAll(end);
}
