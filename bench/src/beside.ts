import { fork } from 'node:child_process';
import path from 'node:path';
import type { Latency, Target } from './measure.ts';

/**
 * How long requests took from when they were due, how many were answered in a second, how many are due and not sent yet,
 * and how many were not answered with the page.
 */
type Taken = Latency & { perSecond: number; waiting: number; refused: number };
export type Beside = {
  /** Of the requests since this was last asked. */
  take: () => Promise<Taken>;
  stop: () => void;
};

/** Asks for a page at a steady rate, beside what is measured, over 16 connections. */
export function startBeside(target: Target, page: string, perSecond: number): Beside {
  const { port, cookie } = target;
  const child = fork(path.join(import.meta.dirname, 'steady.ts'), [
    JSON.stringify({ port, cookie }),
    page,
    String(perSecond),
  ]);
  return {
    take: () =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('the requests beside have failed'));
        child.once('exit', ended);
        child.once('message', (found) => {
          child.off('exit', ended);
          resolve(found as Taken); // steady.ts sends it
        });
        child.send('take');
      }),
    stop: () => void child.kill(),
  };
}
