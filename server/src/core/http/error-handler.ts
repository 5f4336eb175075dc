import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reasonOf } from '@keyward/contract/reason';
import { z } from 'zod';
import { errorBody, PortalError } from '#core/errors.ts';
import type { ConstraintErrors } from '#core/module.ts';
import { localeOfCaller } from './locale.ts';
import { callHeaders } from './security-headers.ts';

const hasCode = (error: unknown): error is Error & { code: string; constraint?: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/**
 * The database is unreachable, restarting, read-only, full or timed out, possibly in an earlier statement of the same
 * transaction (25P02): retry later. 08P01 (parameters that do not match the statement) is a bug.
 */
const unavailableCodes =
  /^(08(?!P01)...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|25P0[23]|58030|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const unavailableMessages =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after/i;

/** The connection has ended. A pooler reports 08P01 when it cannot connect to the database. */
const ended = (error: object) => 'severity' in error && error.severity === 'FATAL';

/**
 * The database role lacks privileges, which only the operator can grant. A row refused by a policy has the same code
 * and is a bug.
 */
export const lacksRights = (error: unknown): boolean =>
  hasCode(error) && error.code === '42501' && 'routine' in error && error.routine === 'aclcheck_error';

function fromDatabase(error: unknown, constraints: ConstraintErrors): PortalError | undefined {
  if (error instanceof AggregateError)
    return error.errors.map((one) => fromDatabase(one, constraints)).find((e) => e !== undefined);
  if (hasCode(error)) {
    if (unavailableCodes.test(error.code) || ended(error) || lacksRights(error)) return new PortalError('unavailable');
    const mapped =
      error.constraint && Object.hasOwn(constraints, error.constraint) ? constraints[error.constraint] : undefined;
    if (mapped && error.code.startsWith('23')) {
      return new PortalError(mapped.code, mapped.field ? { field: mapped.field } : {});
    }
    // text or numbers that the database cannot store and no schema of the contract refused
    if (error.code.startsWith('22')) return new PortalError('badRequest');
  }
  return error instanceof Error && unavailableMessages.test(error.message) ? new PortalError('unavailable') : undefined;
}

const fromFastify: Record<string, ConstructorParameters<typeof PortalError>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'badRequest',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badRequest',
  FST_ERR_CTP_INVALID_JSON_BODY: 'badRequest',
  FST_ERR_BAD_URL: 'badRequest',
  FST_ERR_ASYNC_CONSTRAINT: 'badRequest',
};

/** Maps any error to one of the catalogue; unexpected errors become `internal`. */
export function toPortalError(error: unknown, constraints: ConstraintErrors = {}): PortalError {
  if (error instanceof PortalError) return error;
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    // a key of the input can be as long as the input
    const field = issue?.path.join('.').slice(0, 200) ?? '';
    return new PortalError('invalidField', {
      field,
      params: { field: field || 'body', reason: reasonOf(issue?.message ?? '') },
    });
  }
  const database = fromDatabase(error, constraints);
  if (database) return database;
  if (hasCode(error)) {
    const code = fromFastify[error.code];
    if (code) return new PortalError(code);
    const status = (error as FastifyError).statusCode;
    if (status === 431) return new PortalError('headersTooLarge');
    if (status !== undefined && status >= 400 && status < 500) return new PortalError('badRequest');
  }
  return new PortalError('internal');
}

export async function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
  const refusal = toPortalError(error, request.server.deps.constraints);
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  else if (lacksRights(error))
    request.log.error({ err: error }, 'the server’s database role lacks privileges: restart the server to grant them');
  else if (refusal.status >= 500) request.log.warn({ err: error }, refusal.message);
  if (refusal.code === 'unavailable') {
    reply.header('retry-after', '1');
    // a refusal with a known cause says nothing about the database
    if (!refusal.cause) request.server.deps.readiness.suspect();
  }
  if (refusal.code === 'passwordsBusy') reply.header('retry-after', '5');
  if (refusal.code === 'tooManyAttempts') reply.header('retry-after', String(refusal.params?.seconds ?? 1));
  reply.header('x-request-id', request.id);
  // a malformed URL is refused before the hooks that set the headers run
  if (!reply.hasHeader('content-security-policy')) reply.headers(callHeaders);
  // spares a failing server the query for the language
  const locale = await localeOfCaller(request, refusal.status < 500);
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .header('content-language', locale)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(refusal, locale)));
}

/** Answers every error in the same shape. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
}
