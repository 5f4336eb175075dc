// Results of a handler other than the contract's reply, and the function that sends any result.
import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { ErrorCode } from '@keyward/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Deps } from '#core/deps.ts';
import { type ErrorOptions, PortalError } from '#core/errors.ts';
import { giveBack } from '#core/list/bytes.ts';

const readyJson = Symbol('json');
export type ReadyJson = { [readyJson]: string | Buffer };
/** Marks a reply that is already JSON text. */
export const json = (text: string | Buffer): ReadyJson => ({ [readyJson]: text });

const bodiless = Symbol('no body');
export type Bodiless = { [bodiless]: 204 | 304 };
/** A response with this status and no body: nothing is new. */
export const withoutBody = (status: 204 | 304): Bodiless => ({ [bodiless]: status });

const isBodiless = (result: unknown): result is Bodiless =>
  typeof result === 'object' && result !== null && bodiless in result;

const refusal = Symbol('refusal');
export type Refusal = { [refusal]: PortalError };
/** A refusal with side effects to keep: the transaction is committed before the error is answered. */
export const refuse = (code: ErrorCode, options?: ErrorOptions): Refusal => ({
  [refusal]: new PortalError(code, options),
});

export const isRefusal = (result: unknown): result is Refusal =>
  typeof result === 'object' && result !== null && refusal in result;

/** Sends the result of a handler. Throws its refusal. */
export function sendReply(deps: Deps, spec: EndpointSpec, reply: FastifyReply, result: unknown) {
  if (isRefusal(result)) throw result[refusal];
  if (isBodiless(result)) return reply.status(result[bodiless]).send();
  if (spec.reply === undefined) return reply.status(spec.status ?? 204).send();
  const ready = typeof result === 'object' && result !== null && readyJson in result;
  const text = ready ? (result as ReadyJson)[readyJson] : JSON.stringify(result);
  if (deps.checkReplies) {
    const checked = spec.reply.safeParse(JSON.parse(String(text)));
    if (!checked.success) throw new Error(`${spec.method} ${spec.path} replied outside the contract: ${checked.error}`);
  }
  // after an abort something may still read it, so that it is left to the garbage collector
  if (Buffer.isBuffer(text)) reply.raw.once('finish', () => giveBack(text));
  return reply
    .status(spec.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(text);
}
