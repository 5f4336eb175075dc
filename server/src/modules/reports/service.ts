import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '@keyward/contract/activity';
import { limits } from '@keyward/contract/limits';
import type { Report, Reported, ReportPlan, ReportSchedule } from '@keyward/contract/reports';
import { listResources } from '@keyward/contract/resources';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { checkLocationFilters } from '#core/list/location-filters.ts';
import { assertCurrent, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { listOf } from '#core/list/define.ts';
import { readQuery } from '#core/list/grammar/query.ts';
import { namedPage, readNamedCursor } from '#core/list/named-page.ts';
import { namedIn, type SavedContent, storeFilter } from '#core/list/views/saved.ts';
import { columnsOf } from '#core/list/views/schema.ts';
import { type Names, readNames } from '#core/watches/rows.ts';
import type { Db } from '#db/tenant.ts';
import {
  countOwn,
  findReports,
  findReportsAfter,
  insertReport,
  lockReport,
  markDeleted,
  purgeReports,
  type ReportRow,
  unmarkDeleted,
  updateReport,
} from './queries.ts';
import { filtersOf, listOfReport, locationsFrom, openReport } from './open.ts';
import { nextSending } from './schedule.ts';

/** The report with the present names of values; as stored if it cannot be opened. */
async function shape(db: Db, actor: Actor, row: ReportRow, names: Names): Promise<Report[]> {
  const reported = reportedOf(row, { ...(await filtersOf(db, actor, row, names)) });
  if (!reported) return [];
  const { id, name, schedule, paused, state, next_at, last_sent_at, created_at, version } = row;
  const owner = { id: row.owner_id, name: row.owner_name };
  return [{ id, name, schedule, reported, owner, paused, state, next_at, last_sent_at, created_at, version }];
}

function reportedOf({ resource: name, base, content }: ReportRow, filter: Reported['filter']): Reported | undefined {
  if (name === null) return { what: 'dashboard', filter };
  const { search, sort, columns } = content;
  const resource = listResources.find((one) => one === name);
  const names = columns.map(({ accessorKey }) => accessorKey);
  return resource && { what: 'list', resource, base, filter, search, sort, columns: names };
}

async function shapeAll(db: Db, actor: Actor, rows: readonly ReportRow[]): Promise<Report[]> {
  const names = await readNames(db, rows.map(listOfReport));
  const shaped: Report[] = [];
  for (const row of rows) shaped.push(...(await shape(db, actor, row, names)));
  return shaped;
}

export const readReports = async (db: Db, actor: Actor) => shapeAll(db, actor, await findReports(db, actor.id));
/** A page of the reports of all profiles, for the in-product administrator. Throws invalidCursor. */
export async function readAllReports(db: Db, actor: Actor, cursor: string | undefined) {
  const { rows, ...more } = namedPage(await findReportsAfter(db, readNamedCursor(cursor), limits.pageSize + 1));
  return { data: await shapeAll(db, actor, rows), ...more };
}

/** One of the actor's own reports. Throws notFound. */
export async function readReport(db: Db, actor: Actor, id: string): Promise<Report> {
  const [report] = await shapeAll(db, actor, [existing(await lockReport(db, actor.id, id))]);
  return existing(report);
}

type ReportedList = { resource: string | null; base: string; content: SavedContent };

const ofDashboard: Omit<Extract<Reported, { what: 'list' }>, 'what' | 'filter'> = {
  resource: locationsFrom,
  base: 'Overview',
  search: '',
  sort: [],
  columns: [],
};

/** The stored form of a report's rows. Throws what a list query throws. */
async function keep(db: Db, actor: Actor, reported: Reported): Promise<ReportedList> {
  const ofList = reported.what === 'list';
  const { resource, base, search, sort, columns } = ofList ? reported : ofDashboard;
  const list = listOf(resource);
  const { filter } = reported;
  if (ofList) {
    if (!list.needs.holds(actor.authority)) throw new PortalError('forbidden');
    const order = sort.map(([column, direction]) => `${column}:${direction}`).join(',');
    readQuery(list, actor, { custom_view: base, search, ...(order ? { sort: order } : {}) });
  } else await checkLocationFilters(db, filter);
  const shown = columns.map((accessorKey) => ({ accessorKey }));
  const named = await namedIn(db, list, [{ content: { filter, search, sort, columns: shown } }]);
  const available = columnsOf(list, named.tags);
  const unknown = columns.find(
    (name, i) => !available.some((c) => c.accessorKey === name) || columns.indexOf(name) < i,
  );
  if (unknown !== undefined) throw new PortalError('unknownColumn', { params: { column: unknown }, field: 'columns' });
  const stored = Object.entries(filter).map(([name, text]) => [name, storeFilter(list, name, text, named)]);
  return {
    resource: ofList ? resource : null,
    base,
    content: { filter: Object.fromEntries(stored), search: search.trim(), sort, columns: shown },
  };
}

const scheduleText = (schedule: ReportSchedule) => {
  const { every, time, zone } = schedule;
  const on = every === 'week' ? ` ${schedule.weekday}` : every === 'month' ? ` ${schedule.day}` : '';
  return `${every}${on} ${time} ${zone}`;
};
type Logged = ReportPlan & { paused: boolean };

/** Records one event for a change. The filters of a report are visible only to its owner and the administrator. */
const log = (db: Db, actor: Actor, event: EventType, id: string, before: Logged | null, after: Logged | null) =>
  record(db, actor, {
    event,
    result: 'success',
    entity: { domain: 'report', id, name: (after ?? before)?.name ?? '' },
    changes: [
      ...change('name', before?.name ?? null, after?.name ?? null),
      ...change('schedule', before && scheduleText(before.schedule), after && scheduleText(after.schedule)),
      ...change('paused', before && String(before.paused), after && String(after.paused)),
    ],
  });

async function assertRoom(db: Db, actor: Actor): Promise<void> {
  if ((await countOwn(db, actor.id)) >= limits.reports) {
    throw new PortalError('reportLimit', { params: { limit: limits.reports } });
  }
}

/** Adds a report. Throws forbidden, reportNoCards, reportLimit, and what a list query throws. */
export async function createReport(db: Db, actor: Actor, input: ReportPlan & { reported: Reported }): Promise<Report> {
  const list = await keep(db, actor, input.reported);
  const open = await openReport(db, actor, { ...list, owner_id: actor.id }, input.schedule.zone);
  if (open === 'cards') throw new PortalError('reportNoCards');
  if (typeof open === 'string') throw new PortalError('forbidden');
  await purgeReports(db);
  await assertRoom(db, actor);
  const id = await insertReport(db, actor, { ...input, ...list }, nextSending(input.schedule, clock.now()));
  await log(db, actor, 'ADD_REPORT', id, null, { ...input, paused: false });
  return readReport(db, actor, id);
}

/**
 * Changes a report. After another schedule or a pause it continues with the next time, and what was left out is not sent later.
 * Otherwise a sending that is due, or waits to be retried, stays so. Throws notFound and conflict.
 */
export async function changeReport(
  db: Db,
  actor: Actor,
  id: string,
  input: Logged,
  ifMatch: number | undefined,
): Promise<Report> {
  const before = existing(await lockReport(db, actor.id, id));
  assertCurrent(before, ifMatch);
  const goesOn = !before.paused && isDeepStrictEqual(before.schedule, input.schedule);
  const nextAt = goesOn ? new Date(before.next_at) : nextSending(input.schedule, clock.now());
  await updateReport(db, id, actor.name, input, nextAt);
  await log(db, actor, 'MODIFY_REPORT', id, before, input);
  return readReport(db, actor, id);
}

/** Deletes a report, which can be restored for an hour. Throws notFound. */
export async function removeReport(db: Db, actor: Actor, id: string): Promise<void> {
  const before = existing(await lockReport(db, actor.id, id));
  await purgeReports(db);
  await markDeleted(db, id);
  await log(db, actor, 'DELETE_REPORT', id, before, null);
}

/** Restores a report. Throws notFound, also after an hour, and reportLimit. */
export async function restoreReport(db: Db, actor: Actor, id: string): Promise<Report> {
  const before = existing(await lockReport(db, actor.id, id, true));
  await assertRoom(db, actor);
  await unmarkDeleted(db, id, nextSending(before.schedule, clock.now()));
  await log(db, actor, 'ADD_REPORT', id, null, before);
  return readReport(db, actor, id);
}
