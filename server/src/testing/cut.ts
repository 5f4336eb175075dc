// A server that loses its connection to the database at a chosen statement: calls are cut off at each of theirs.
import { AsyncLocalStorage } from 'node:async_hooks';
import type net from 'node:net';
import type pg from 'pg';
import { afterAll, expect } from 'vitest';
import { buildApp } from '#app.ts';
import { openPools } from '#db/connect.ts';
import type { Answer, Portal } from './portal.ts';

export type Scene = {
  call: () => Promise<Answer>;
  /** Counts of the effects of the call, each of which must be 1. */
  once: () => Promise<Record<string, number>>;
  /** The answer of a repeat; by default that of the first call, if it came. */
  repeats?: (answer: unknown) => void;
  /** The error of a repeat after the call was done, if nothing shows that both come from one caller. */
  doneAs?: string;
};

/** The last statement of a call: it is not sent, or its answer is not read. */
type Cut = { at: number; sent: boolean };

/** The numbers of all statements of a call. */
const instants = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Starts a server on the database of `portal`, which ends with the test file. */
export async function openCut({ database, vault }: Portal) {
  const pools = openPools(database.url, 2);
  const app = await buildApp({ pool: pools.app, demo: false, vault });
  afterAll(async () => {
    await app.close();
    await pools.close();
  });
  let cut: Cut | undefined;
  let statements = 0;
  /** The call whose statements are counted: an earlier one may still write hints and watches in the background. */
  const calls = new AsyncLocalStorage<Scene>();
  let counting: Scene | undefined;
  const counted = (scene: Scene): Promise<Answer> => {
    [statements, counting] = [0, scene];
    return calls.run(scene, scene.call);
  };
  pools.app.on('connect', (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    // the driver does not expose its socket
    const { stream } = (client as unknown as { connection: { stream: net.Socket } }).connection;
    const observed = (...args: unknown[]) => {
      if (calls.getStore() !== counting) return query(...args);
      statements++;
      if (statements !== cut?.at) return query(...args);
      if (!cut.sent) stream.destroy();
      else {
        // a busy machine may bring the answer before the connection is closed
        stream.pause();
        setImmediate(() => stream.destroy());
      }
      return query(...args);
    };
    client.query = observed as typeof client.query;
  });

  const numberIn = async (text: string, values: unknown[]) =>
    (await database.system.query<{ n: number }>(text, values)).rows[0]?.n ?? 0;
  const countEvents = (type: string, part: string) =>
    numberIn(`select count(*)::int as n from event where event = $1 and body like '%' || $2 || '%'`, [type, part]);

  /** Counts the statements of an uncut call. One of two calls may load caches, or make writes that are due once a minute. */
  async function countStatements(make: () => Promise<Scene>): Promise<number> {
    const whole = await make();
    expect((await counted(whole)).status).toBeLessThan(300);
    return statements;
  }

  /** Cuts a scene's call off at each of its statements, and repeats it each time. */
  async function sweep(make: () => Promise<Scene>): Promise<void> {
    const count = Math.min(await countStatements(make), await countStatements(make));
    expect(count).toBeGreaterThan(3);
    let cutOff = 0;
    for (const at of instants(count)) {
      for (const sent of [false, true]) {
        const where = `statement ${at} of ${count}, ${sent ? 'sent' : 'not sent'}`;
        const scene = await make();
        cut = { at, sent };
        const first = await counted(scene);
        cut = undefined;
        if (first.status === 503) cutOff++;
        else expect(first.status, first.text).toBeLessThan(300);
        const isDone = ({ text }: Answer) => scene.doneAs !== undefined && text.includes(`"code":"${scene.doneAs}"`);
        let again = await scene.call();
        await expect
          .poll(async () => {
            const waits = again.status === 503 || (again.status === 409 && !isDone(again));
            if (waits) again = await scene.call();
            return again.status < 300 || isDone(again) ? 'done' : again.text;
          })
          .toBe('done');
        expect(
          Object.entries(await scene.once()).filter(([, n]) => n !== 1),
          where,
        ).toEqual([]);
        if (scene.doneAs) expect(isDone(again) || first.status === 503, where).toBe(true);
        else if (scene.repeats) scene.repeats(again.body);
        else if (first.status !== 503) expect(again.body, where).toEqual(first.body);
      }
    }
    expect(cutOff).toBeGreaterThan(instants(count).length);
  }

  return { app, sweep, numberIn, countEvents };
}
