import { hash } from 'node:crypto';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#db/tenant.ts';
import { PortalError } from '#core/errors.ts';
import { hasEffect } from './caller.ts';

/** One submission of a write, identified by its Idempotency-Key and its request. */
export type Submission = { key: string; request: string };
/** The stored result of a completed call: the entity that it created or changed, and the time of its transaction. */
export type CompletedCall = { id: string; at: string };

const keyFormat = /^"?([\w-]{8,64})"?$/;

/** Whether the call is a write by a profile that would take effect again if repeated. */
export const isKeyed = (spec: EndpointSpec): boolean =>
  hasEffect(spec) && spec.needs !== 'public' && spec.needs !== 'controller' && !spec.repeatable;

/** The submission of a request; undefined without a key, or if the call takes none. Throws invalidField for a malformed key. */
export function submissionOf(spec: EndpointSpec, request: FastifyRequest): Submission | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined || !isKeyed(spec)) return undefined;
  const key = keyFormat.exec(String(header))?.[1];
  if (key === undefined) {
    const field = 'Idempotency-Key';
    throw new PortalError('invalidField', { field, params: { field, reason: 'invalidKey' } });
  }
  const body = request.body instanceof Uint8Array ? hash('sha256', request.body) : (request.body ?? null);
  const content = [key, request.method, request.url, request.headers['if-match'] ?? null, body];
  return { key, request: JSON.stringify(content) };
}

// the key itself is not stored, so the stored hash does not confirm a guessed request (such as a password)
const hashesOf = (db: Db, profileId: string, { key, request }: Submission) => ({
  key: hash('sha256', `${db.tenantId} ${profileId} ${key}`, 'buffer'),
  request: hash('sha256', request, 'buffer'),
});

/**
 * Claims the submission for this transaction and returns its result if it was already completed. Throws stillRunning
 * while another transaction holds it, and keyReused when the key was sent with another request.
 */
export async function claimSubmission(
  db: Db,
  profileId: string,
  submission: Submission,
): Promise<CompletedCall | undefined> {
  const hashes = hashesOf(db, profileId, submission);
  const lock = hashes.key.readBigInt64BE().toString();
  const { free } = await db
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${lock}::bigint)`.as('free'))
    .executeTakeFirstOrThrow();
  if (!free) throw new PortalError('stillRunning');
  const before = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'entity_id', 'created_at'])
    .where('profile_id', '=', profileId)
    .where('key_hash', '=', hashes.key)
    .executeTakeFirst();
  if (before && !before.request_hash.equals(hashes.request)) throw new PortalError('keyReused');
  return before && { id: before.entity_id ?? '', at: before.created_at };
}

/** Stores that the submission was completed, in the transaction of its effect. */
export async function recordSubmission(db: Db, profileId: string, submission: Submission, result: unknown) {
  const hashes = hashesOf(db, profileId, submission);
  await db
    .insertInto('idempotency_key')
    .values({ profile_id: profileId, key_hash: hashes.key, request_hash: hashes.request, entity_id: idOf(result) })
    .execute();
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The id of the entity in a reply; views call theirs `value`. */
function idOf(result: unknown): string | null {
  if (!isObject(result)) return null;
  const entity = [result.data, result.device, result].find(isObject) ?? {};
  const id = entity.id ?? entity.value;
  return typeof id === 'string' ? id : null;
}
