// The record of a CSV download: its limit, its event, and the cursor that proves the event.
import { randomBytes } from 'node:crypto';
import type { EventChange } from '@keyward/contract/activity';
import { limits } from '@keyward/contract/limits';
import { type ListQuery, listQueryNames } from '@keyward/contract/list';
import { PortalError } from '#core/errors.ts';
import { contentId } from '#core/events/events.ts';
import { record } from '#core/events/record.ts';
import type { Actor } from '#core/auth/session.ts';
import { runSql, own, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import type { ListRequest } from './grammar/query.ts';
import type { AnyList } from './types.ts';

/** A page larger than the portal's own belongs to a CSV download. */
export const isExport = ({ size }: Pick<ListRequest, 'size'>): boolean => size > limits.pageSizeMax;

/** Time within which further pages of an export may be read: the maximum duration of a session. */
const lifetime = '12 hours';

/** A running export: its secret, its number of rows at the start, and the engine's own cursor. */
export type Export = { nonce: string; total: number; after: string };

/**
 * The cursor of an export, which proves its event: the event's id derives from a secret that only the cursor contains,
 * so a caller can neither forge a cursor to an unrecorded export nor use one for another query or profile.
 */
export const exportCursor = ({ nonce, total, after }: Export): string => `${nonce}.${total}.${after}`;

const eventId = (nonce: string, actor: Actor, request: ListRequest) =>
  contentId('export', nonce, actor.id, request.shape);

/** The export that the query's cursor continues; undefined without a cursor. Throws PortalError invalidCursor. */
export async function runningExport(db: Db, actor: Actor, request: ListRequest): Promise<Export | undefined> {
  if (request.cursor === undefined) return undefined;
  const [, nonce, total, after] = /^([\w-]{22})\.(\d{1,15})\.([\w-]+)$/.exec(request.cursor) ?? [];
  const events = nonce
    ? await runSql(
        db,
        sql`select 1 from event e where ${own('e')} and e.id = ${eventId(nonce, actor, request)} and e.event = 'EXPORT_CSV'
          and e.event_time > now() - ${lifetime}::interval`,
      )
    : [];
  if (!nonce || !after || events.length === 0) throw new PortalError('invalidCursor', { field: 'cursor' });
  return { nonce, total: Number(total), after };
}

/** Checks the tenant's limit. Throws PortalError csvDownloadRecordsLimitExceeded. */
export function checkLimit(actor: Actor, total: number): void {
  const limit = actor.tenant.config.csvDownloadRecordsLimit;
  if (limit !== -1 && total > limit) throw new PortalError('csvDownloadRecordsLimitExceeded', { params: { limit } });
}

/** Records the start of an export and returns its secret. Call it last. */
export async function beginExport(
  db: Db,
  actor: Actor,
  { list, request, query, total }: { list: AnyList; request: ListRequest; query: ListQuery; total: number },
): Promise<string> {
  const nonce = randomBytes(16).toString('base64url');
  const { sort, q } = query;
  const details = {
    resource: list.resource,
    view: request.view.value,
    ...(request.search ? { search: request.search } : {}),
  };
  const filters = Object.entries(query).filter(([name]) => !listQueryNames.includes(name));
  const attributes = [
    ...Object.entries({ ...details, ...(sort ? { sort } : {}), ...(q ? { q } : {}) }),
    ...filters,
    ['records', total],
  ];
  await record(db, actor, {
    id: eventId(nonce, actor, request),
    event: 'EXPORT_CSV',
    entity: { domain: 'CSV', id: null, name: `${list.resource}: ${request.view.label}` },
    result: 'success',
    changes: attributes.map(([attribute, value]): EventChange => ({
      attribute: String(attribute),
      oldValue: null,
      newValue: String(value),
    })),
    raw: { export: { ...details, sort, q, filters: Object.fromEntries(filters), records: total } },
  });
  return nonce;
}
