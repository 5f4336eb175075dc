// The cards' figures take the header's filter of locations alone: others would question rows that the right to Insights does not show.
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

test('the figures take the location and the zone', async () => {
  const query = { [`tags.${location}`]: north, timezone: 'Europe/Paris' };
  for (const report of metricReports)
    expect(await admin.call(metrics.summary, { params: { report }, query })).toMatchObject({ data: { report } });
  expect(await admin.call(metrics.details, { query })).toEqual({ data: [] });
});
