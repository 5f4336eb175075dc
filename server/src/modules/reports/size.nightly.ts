// The file of a scheduled report at the size limit of a mail: 5 MB, with its head.
import { activity } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { reports } from '@keyward/contract/reports';
import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { scheduledReports } from './job.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;
afterEach(() => vi.restoreAllMocks());

test('a file of 5 MB is attached; with a byte more the mail has only a link, and nothing is exported', async () => {
  await owner.query(`update tenant set config = config || '{"mailedReportFiles": true}' where id = $1`, [tenants.demo]);
  const { data: definitions } = await admin.call(groups.definitions, {});
  const notes = definitions.find(({ label }) => label === 'Notes')?.id ?? '';
  const { rows } = await owner.query<{ id: string }>(
    `insert into device_tag (tenant_id, device_id, tag_definition_id, text)
     select tenant_id, id, $2, 'x' from device where tenant_id = $1 and serial_number = $3 returning id`,
    [tenants.demo, notes, serials.northKey],
  );
  const lengthen = (by: number) =>
    owner.query(`update device_tag set text = text || repeat('x', $2) where id = $1`, [rows[0]?.id, by]);
  const now = vi.spyOn(clock, 'now').mockReturnValue(new Date('2026-06-01T07:00:00Z'));
  const columns = ['name', `tags.${notes}`];
  await manager.call(reports.create, {
    body: {
      name: 'My stock',
      schedule: { every: 'day', time: '08:00', zone: 'UTC' },
      reported: { what: 'list', resource: 'device', base: 'Overview', filter: {}, search: '', sort: [], columns },
    },
  });
  const sentOn = async (day: string) => {
    now.mockReturnValue(new Date(`${day}T08:00:00Z`));
    await scheduledReports.run(undefined, context);
    await work();
    const [mail] = messages.splice(0);
    return { size: mail?.attachment?.content.length, text: mail?.text };
  };
  const exported = async () => (await admin.call(activity.list, { query: { event: 'EXPORT_CSV' } })).total_results;

  const { size = 0 } = await sentOn('2026-06-01');
  await lengthen(limits.attachmentBytes - size);
  expect((await sentOn('2026-06-02')).size).toBe(limits.attachmentBytes);
  const before = await exported();
  await lengthen(1);
  const tooLarge = await sentOn('2026-06-03');
  expect(tooLarge.size).toBeUndefined();
  expect(tooLarge.text).toContain('Rows: 4.');
  expect(tooLarge.text).toContain('The rows are too many for a mail.');
  expect(tooLarge.text).toContain('https://localhost:8443/devices?custom_view=Overview');
  expect(await exported()).toBe(before);
});
