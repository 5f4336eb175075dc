import { fork } from 'node:child_process';
import path from 'node:path';
import type { Latency, Target } from './measure.ts';

/**
 * Latency of requests from when they were due, requests answered per second, requests that are due and not sent yet, and
 * requests that were not answered with the page.
 */
type Taken = Latency & { perSecond: number; waiting: number; refused: number };
export type Beside = {
  /** Figures of the requests since the last call. */
  take: () => Promise<Taken>;
  stop: () => void;
};

/** Requests a page at a steady rate over 16 connections, beside the measured work. */
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
