// Figures, charts and boards of Insights take only the header's filter of locations: other filters would test rows that the
// permission for Insights does not show.
import { custody } from '@keyward/contract/custody';
import { metrics } from '@keyward/contract/dashboard';
import { groups } from '@keyward/contract/groups';
import { metricReports } from '@keyward/contract/metric-reports';
import { reports } from '@keyward/contract/reports';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { north } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const shelf = await admin.call(groups.create, {
  body: { label: 'Shelf', values: [], type: 0, objects: [{ type: 'devices' }] },
});

const questions: Record<string, string>[] = [
  { 'description.agentEmail': 'like:a*' },
  { agent_id: randomUUID() },
  { event_time: 'gte:now-1h' },
  { name: 'like:A*' },
  { serial_number: 'like:3A*' },
  { search: 'a' },
  { sort: 'name:asc' },
  { with: 'tags' },
  { custom_view: 'Overview' },
  { results_per_page: '5' },
  { [`tags.${shelf.data.id}`]: 'Left' },
  { 'tags.': 'Left' },
  { [`tags.${randomUUID()}`]: 'Left' },
];

test.each(questions)('the figures refuse the filter %j', async (filter) => {
  for (const report of metricReports) {
    const refused = await admin.refused(metrics.summary, { params: { report }, query: filter });
    expect(refused, report).toMatchObject({ status: 400, code: 'unknownColumn' });
  }
  const { sort, ...others } = filter;
  if (sort === undefined)
    expect(await admin.refused(metrics.details, { query: others })).toMatchObject({
      status: 400,
      code: 'unknownColumn',
    });
});

test.each(questions)('a report of the figures refuses the filter %j', async (filter) => {
  const schedule = { every: 'day', time: '08:00', zone: 'UTC' } as const;
  const body = { name: 'Mine', schedule, reported: { what: 'dashboard', filter } } as const;
  expect(await admin.refused(reports.create, { body })).toMatchObject({ status: 400 });
  expect((await admin.call(reports.list)).data).toEqual([]);
});

const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' };
type Query = Record<string, string>;
/** Calls other than those of the figures that take the header's filter. */
const takers: Record<string, (filter: Query) => Promise<unknown>> = {
  timeline: (filter) => admin.refused(metrics.timeline, { query: { ...range, bucket: 'day', ...filter } }),
  week: (filter) => admin.refused(metrics.week, { query: { ...range, ...filter } }),
  attempts: (filter) => admin.refused(metrics.attempts, { query: { ...range, ...filter } }),
  connectivity: (filter) => admin.refused(metrics.connectivity, { query: { ...range, ...filter } }),
  readings: (filter) => admin.refused(metrics.readings, { query: { ...range, field: 'battery', ...filter } }),
  'keys that are out': (filter) => admin.refused(custody.board, { query: filter }),
  'closing checks': (filter) => admin.refused(custody.closing, { query: filter }),
};
test.each(Object.entries(takers))('the call for %s refuses other filters, and names them', async (taker, refusal) => {
  for (const filter of questions) {
    const [column] = Object.keys(filter);
    // the board has pages of its own
    if (column === 'results_per_page' && taker === 'keys that are out') continue;
    expect(await refusal(filter), column).toMatchObject({ status: 400, code: 'unknownColumn', constraint: column });
  }
});

test('the figures accept the location and the zone', async () => {
  const query = { [`tags.${location}`]: north, timezone: 'Europe/Paris' };
  for (const report of metricReports)
    expect(await admin.call(metrics.summary, { params: { report }, query })).toMatchObject({ data: { report } });
  expect(await admin.call(metrics.details, { query })).toEqual({ data: [] });
});
