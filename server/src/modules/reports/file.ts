// The file of a report: pages of the list's own export, in the format of its download.
import { type ListQuery, listQuery } from '@keyward/contract/list';
import { limits } from '@keyward/contract/limits';
import type { Locale } from '@keyward/contract/locales';
import { type ListResource, listResources } from '@keyward/contract/resources';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import { anyListJson } from '#core/list/reply.ts';
import type { OpenWatch } from '#core/watches/rows.ts';
import type { Db } from '#db/tenant.ts';
import { reportFile } from './portal-file.ts';

type Page = { data: object[]; total_results: number; next?: string };
export type ReportFile = { name: string; content: Uint8Array; rows: number };

const isTag = ({ accessorKey }: { accessorKey: string }) => accessorKey.startsWith('tags.');

/** The query of the list as the portal shows it. */
function queryOf({ view, zone }: OpenWatch, base: string): Record<string, string> {
  const { filter, search, sort } = view.query;
  return {
    custom_view: base,
    ...filter,
    ...(search ? { search } : {}),
    ...(sort.length > 0 ? { sort: sort.map(([column, direction]) => `${column}:${direction}`).join(',') } : {}),
    ...(view.columns.some(isTag) ? { with: 'tags' } : {}),
    timezone: zone,
    results_per_page: String(limits.exportPageSize),
  };
}

/**
 * The rows as a CSV file, in the owner's language; records the export. Null if there are more rows than the tenant may export, or
 * more bytes than a mail may have; the recorded export then has to be rolled back.
 */
export async function makeFile(
  db: Db,
  actor: Actor,
  open: OpenWatch,
  { base, name, locale }: { base: string; name: string; locale: Locale },
): Promise<ReportFile | null> {
  const file = await reportFile({
    resource: resourceOf(open),
    columns: open.view.columns,
    zone: open.zone,
    locale,
    view: name,
    now: clock.now().getTime(),
  });
  const query = queryOf(open, base);
  const head = Buffer.from(file.head);
  const parts = [head];
  let [bytes, rows] = [head.length, 0];
  let cursor: string | undefined;
  for (let page = 1; page === 1 || cursor !== undefined; page++) {
    const next = { ...query, page: String(page), ...(cursor ? { cursor } : {}) };
    const reply = await readExport(db, actor, open, listQuery.parse(next));
    if (!reply) return null;
    const lines = Buffer.from(file.lines(reply.data));
    bytes += lines.length;
    if (bytes > limits.attachmentBytes) return null;
    parts.push(lines);
    rows += reply.data.length;
    cursor = reply.next;
  }
  return { name: file.name, content: Buffer.concat(parts), rows };
}

const resourceOf = ({ list }: OpenWatch): ListResource => {
  const resource = listResources.find((one) => one === list.resource);
  if (!resource) throw new Error(`no list ${list.resource}`);
  return resource;
};

async function readExport(db: Db, actor: Actor, { list }: OpenWatch, query: ListQuery) {
  try {
    const page: Page = JSON.parse(String(await anyListJson(db, actor, list, query)));
    return page;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'csvDownloadRecordsLimitExceeded') return null;
    throw error;
  }
}
