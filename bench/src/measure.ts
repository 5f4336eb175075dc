import fs from 'node:fs';
import http from 'node:http';
import autocannon from 'autocannon';
import type pg from 'pg';
import { tenantId } from './world.ts';

/** Milliseconds. */
export type Latency = { p50: number; p99: number };

/** The value that `share` of the values are below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);

const latency = (times: readonly number[]): Latency => ({ p50: median(times), p99: quantile(times, 0.99) });

/**
 * Runs `works` alternately, one after another, for `ms` each, after a few unmeasured runs: noise of the machine affects
 * all of them alike.
 */
export async function repeat(ms: number, works: readonly (() => Promise<unknown>)[]): Promise<Latency[]> {
  for (let i = 0; i < 8; i++) for (const work of works) await work();
  const times = works.map((): number[] => []);
  const end = performance.now() + ms * works.length;
  do {
    for (const [i, work] of works.entries()) {
      const start = performance.now();
      await work();
      times[i]?.push(performance.now() - start);
    }
  } while (performance.now() < end);
  return times.map(latency);
}

export type Target = { port: number; cookie?: string; token?: string };

const headersOf = ({ cookie, token }: Target) => ({
  'sec-fetch-site': 'same-origin',
  ...(cookie ? { cookie } : {}),
  ...(token ? { authorization: `Bearer ${token}` } : {}),
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
export function get(target: Target, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get({ port: target.port, host: '127.0.0.1', path, agent, headers: headersOf(target) }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 300)}`));
        });
      })
      .on('error', reject);
  });
}

/** Requests per second over 16 connections. */
export async function throughput(target: Target, path: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${target.port}${path}`,
    connections: 16,
    duration: seconds,
    headers: headersOf(target),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${path}: ${result.non2xx + result.errors} bad answers`);
  // the server is still busy with aborted requests, and this call waits behind them
  await get(target, path);
  return result.requests.average;
}

export type Statement = { text: string; values: unknown[]; name?: string };

/** Statements straight through the driver, each in a transaction of the tenant. */
export async function runStatements(
  ms: number,
  sides: readonly { pool: pg.Pool; statements: readonly Statement[] }[],
): Promise<Latency[]> {
  const clients = await Promise.all(sides.map(({ pool }) => pool.connect()));
  const tasks = sides.map(({ statements }, i) => async () => {
    const client = clients[i];
    await client?.query(`begin; set local app.tenant_id = '${tenantId}'`);
    for (const statement of statements) await client?.query(statement);
    await client?.query('commit');
  });
  try {
    return await repeat(ms, tasks);
  } finally {
    for (const client of clients) client.release(true);
  }
}

/** Resident memory of a process in MB; 0 where the system does not report it. */
export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
