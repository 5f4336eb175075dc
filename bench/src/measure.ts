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

export const latency = (times: readonly number[]): Latency => ({ p50: median(times), p99: quantile(times, 0.99) });

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

export const headersOf = ({ cookie, token }: Target) => ({
  'sec-fetch-site': 'same-origin',
  ...(cookie ? { cookie } : {}),
  ...(token ? { authorization: `Bearer ${token}` } : {}),
});

const oneConnection = new http.Agent({ keepAlive: true, maxSockets: 1 });
export type Answer = { status: number; text: string };

/** One request; a body is sent as JSON. Rejects without an answer. */
export function send(
  target: Target,
  method: string,
  path: string,
  { body, agent = oneConnection }: { body?: unknown; agent?: http.Agent } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersOf(target), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const request = http.request({ port: target.port, host: '127.0.0.1', method, path, agent, headers });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The text of an answer with this status. */
export async function expectStatus(answer: Promise<Answer>, status = 200): Promise<string> {
  const got = await answer;
  if (got.status !== status) throw new Error(`answered ${got.status}: ${got.text.slice(0, 300)}`);
  return got.text;
}

export const get = (target: Target, path: string): Promise<string> => expectStatus(send(target, 'GET', path));

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
