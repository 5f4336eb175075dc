// Controllers as in docs/gateway.md, as far as they cost the portal something: they poll, fetch changes, and confirm.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessAnswer } from '@keyward/contract/gateway';
import { type Answer, expectStatus, send } from './measure.ts';
import type { Okm } from './onepass-world.ts';

const endless = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export class Controller {
  readonly #target: { port: number; token: string };
  #epoch = 0;
  #version = 0;
  #on = true;
  #round: Promise<void> = Promise.resolve();
  #fetched = Promise.withResolvers<AccessAnswer>();
  constructor(port: number, { token }: Okm) {
    this.#target = { port, token };
  }
  get version(): number {
    return this.#version;
  }
  /** The next answer that this controller fetches. */
  get next(): Promise<AccessAnswer> {
    return this.#fetched.promise;
  }
  /** After 503 it asks again a second later. */
  readonly #call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    for (;;) {
      const answer = await send(this.#target, method, `/gateway/v1/${path}`, {
        agent: endless,
        ...(body ? { body } : {}),
      });
      if (answer.status !== 503) return answer;
      await sleep(1000);
    }
  };
  #position = () => (this.#epoch ? `?epoch=${this.#epoch}&version=${this.#version}` : '');

  async fetch(): Promise<void> {
    const answer = await expectStatus(this.#call('GET', `access${this.#position()}`));
    const { data } = JSON.parse(answer) as { data: AccessAnswer }; // the contract's reply
    const { epoch, version, digest } = data;
    [this.#epoch, this.#version] = [epoch, version];
    await expectStatus(this.#call('POST', 'access/confirm', { epoch, version, digest }));
    const fetched = this.#fetched;
    this.#fetched = Promise.withResolvers<AccessAnswer>();
    fetched.resolve(data);
  }
  /** Polls until `stop`. */
  start(): void {
    this.#on = true;
    this.#round = (async () => {
      while (this.#on) {
        const { status } = await this.#call('GET', `changes${this.#position()}`);
        if (status === 200) await this.fetch();
        else if (status !== 204) throw new Error(`a poll was answered ${status}`);
      }
    })();
  }
  /** Resolves when the pending poll has been answered. */
  async stop(): Promise<void> {
    this.#on = false;
    await this.#call('GET', `changes${this.#position()}&wait=0`);
    await this.#round;
  }
}

/** Begins to poll, one controller after the other within a few seconds. */
export async function startAll(controllers: readonly Controller[]): Promise<void> {
  for (const controller of controllers) {
    controller.start();
    await sleep(5);
  }
}

/** Does the work for all, at most `atOnce` at a time. */
export async function each<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<void> {
  const queue = all.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of queue) await work(one);
    }),
  );
}
