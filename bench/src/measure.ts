import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { tenantId } from './world.ts';

/** Milliseconds. */
export type Latency = { p50: number; p99: number };

function latency(times: number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Runs `work` one after another for `ms`, after a few unmeasured ones. */
export async function repeat(ms: number, work: () => Promise<unknown>): Promise<Latency> {
  for (let i = 0; i < 8; i++) await work();
  const times: number[] = [];
  const end = performance.now() + ms;
  do {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  } while (performance.now() < end);
  return latency(times);
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

/** Requests a second at 16 connections. */
export async function throughput(target: Target, path: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${target.port}${path}`,
    connections: 16,
    duration: seconds,
    headers: headersOf(target),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${path}: ${result.non2xx + result.errors} bad answers`);
  await sleep(50);
  return result.requests.average;
}

export type Statement = { text: string; values: unknown[]; name?: string };

/** The statements in a transaction of the tenant, straight through the driver. */
export async function raw(pool: pg.Pool, statements: Statement[], ms: number): Promise<Latency> {
  const client = await pool.connect();
  try {
    return await repeat(ms, async () => {
      await client.query(`begin; set local app.tenant_id = '${tenantId}'`);
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
    });
  } finally {
    client.release(true);
  }
}

/** What a process holds in memory, in MB; 0 where the system does not say. */
export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
