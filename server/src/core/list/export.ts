import { randomBytes } from 'node:crypto';
import type { EventChange } from '@keyward/contract/activity';
import { limits } from '@keyward/contract/limits';
import { type ListQuery, listQueryNames } from '@keyward/contract/list';
import { PortalError } from '#core/errors.ts';
import { contentId } from '#core/events/events.ts';
import { record } from '#core/events/record.ts';
import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { Checked, SortBy } from './check.ts';
import type { AnyList } from './types.ts';

/** A page over the portal's own size is part of a CSV download. */
export const isExport = ({ size }: Pick<Checked, 'size'>): boolean => size > limits.pageSizeMax;

/** How long pages may follow the first: as long as a session can last. */
const lasting = '12 hours';

/** An export under way: its secret, how many rows it had when it began, and the engine's own cursor. */
export type Export = { nonce: string; total: number; after: string };

/**
 * The cursor of an export names the export it belongs to. It is proof of the record: the event's id is made of a secret
 * that stands in the cursor alone, so nobody can invent a cursor to an export that was never recorded, nor use one for
 * another query or person.
 */
export const exportCursor = ({ nonce, total, after }: Export): string => `${nonce}.${total}.${after}`;

const eventId = (nonce: string, actor: Actor, checked: Checked) => contentId('export', nonce, actor.id, checked.shape);

/** The export that the query's cursor leads on with; undefined without a cursor. Throws PortalError invalidCursor. */
export async function runningExport(db: Db, actor: Actor, checked: Checked): Promise<Export | undefined> {
  if (checked.cursor === undefined) return undefined;
  const [, nonce, total, after] = /^([\w-]{22})\.(\d{1,15})\.([\w-]+)$/.exec(checked.cursor) ?? [];
  const known = nonce
    ? await rows(
        db,
        `select 1 from event e where e.tenant_id = $1 and e.id = $2 and e.event = 'EXPORT_CSV'
           and e.event_time > now() - interval '${lasting}'`,
        [db.tenantId, eventId(nonce, actor, checked)],
      )
    : [];
  if (!nonce || !after || known.length === 0) throw new PortalError('invalidCursor', { field: 'cursor' });
  return { nonce, total: Number(total), after };
}

/** Is the tenant's limit kept? Throws PortalError csvDownloadRecordsLimitExceeded. */
export function checkLimit(actor: Actor, total: number): void {
  const limit = actor.tenant.config.csvDownloadRecordsLimit;
  if (limit !== -1 && total > limit) throw new PortalError('csvDownloadRecordsLimitExceeded', { params: { limit } });
}

/** Records that an export begins; its secret. Call it last. */
export async function beginExport(
  db: Db,
  actor: Actor,
  { list, checked, query, total }: { list: AnyList; checked: Checked; query: ListQuery; total: number },
): Promise<string> {
  const nonce = randomBytes(16).toString('base64url');
  const { sort, q } = query;
  const what = {
    resource: list.resource,
    view: checked.view.value,
    ...(checked.search ? { search: checked.search } : {}),
  };
  const filters = Object.entries(query).filter(([name]) => !listQueryNames.includes(name));
  const told = [
    ...Object.entries({ ...what, ...(sort ? { sort } : {}), ...(q ? { q } : {}) }),
    ...filters,
    ['records', total],
  ];
  await record(db, actor, {
    id: eventId(nonce, actor, checked),
    event: 'EXPORT_CSV',
    entity: { domain: 'CSV', id: null, name: `${list.resource}: ${checked.view.label}` },
    result: 'success',
    changes: told.map(([attribute, value]): EventChange => ({
      attribute: String(attribute),
      oldValue: null,
      newValue: String(value),
    })),
    raw: { export: { ...what, sort, q, filters: Object.fromEntries(filters), records: total } },
  });
  return nonce;
}

/**
 * The order of an export of several pages: rows that are there throughout come exactly once, which an order by values
 * that change meanwhile cannot promise. Such an order gives way to the list's first one that stays.
 */
export function settledSort(list: AnyList, sort: readonly SortBy[]): readonly SortBy[] {
  if (sort.every(({ column }) => list.columns[column]?.sort?.settled)) return sort;
  const column = Object.keys(list.columns).find((name) => list.columns[name]?.sort?.settled);
  return column ? [{ column, desc: false }] : sort;
}
