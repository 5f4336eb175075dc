import { type Reported, type ReportPlan, reports } from '@keyward/contract/reports';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { type Make, reading, type ResourceOf } from './resource.ts';
import { foreignGroup, slot } from './slots.ts';

const plan: ReportPlan = { name: 'Report', schedule: { every: 'day', time: '08:00', zone: 'UTC' } };
const devices: Extract<Reported, { what: 'list' }> = {
  what: 'list',
  resource: 'device',
  base: 'Overview',
  filter: {},
  search: '',
  sort: [],
  columns: ['name'],
};
const dashboard: Reported = { what: 'dashboard', filter: {} };

/** A scheduled report of a profile that is not a caller. */
const reportOf =
  (deletedAt: () => Date | null): Make =>
  async ({ owner, profileOf }, tenant) => {
    const id = randomUUID();
    await owner.query(
      `insert into report (tenant_id, id, owner_id, name, resource, base, content, schedule, next_at, updated_by, deleted_at)
       values ($1, $2, $3, 'Report', 'device', 'Overview', $4, $5, now() + interval '1 day', 'Greta', $6)`,
      [
        tenants[tenant],
        id,
        await profileOf(tenant, 'gone'),
        '{"filter":{},"search":"","sort":[],"columns":[{"accessorKey":"name"}]}',
        JSON.stringify(plan.schedule),
        deletedAt(),
      ],
    );
    return { id };
  };

export const reportsResource: ResourceOf<'reports'> = {
  make: reportOf(() => null),
  calls: {
    list: { needs: 'signed in', ok: 200 },
    all: { needs: 'in-product admin', ok: 200 },
    create: [
      {
        needs: { ...reading('DEVICES'), and: 'CAN-EXPORT-CSV-DEVICES' },
        ok: 201,
        body: () => ({ ...plan, reported: devices }),
      },
      {
        variant: 'dashboard',
        needs: { oneOf: [['VIEW-DASHBOARD', 'TRUE']] },
        ok: 201,
        body: () => ({ ...plan, reported: dashboard }),
      },
    ],
    update: { needs: 'signed in', ok: 200, private: true, body: () => ({ ...plan, paused: true }) },
    remove: { needs: 'signed in', ok: 204, private: true },
    restore: { needs: 'signed in', ok: 200, private: true, target: reportOf(() => new Date()) },
  },
  tenantWide: ['all'],
  walk: ({ world }) => {
    const { manager } = world.portal.as;
    let id = '';
    return [
      [
        'create',
        'ADD_REPORT',
        async () => {
          id = (await manager.call(reports.create, { body: { ...plan, reported: devices } })).data.id;
        },
      ],
      [
        'update',
        'MODIFY_REPORT',
        () => manager.call(reports.update, { params: { id }, body: { ...plan, name: 'R2', paused: false } }),
      ],
      ['remove', 'DELETE_REPORT', () => manager.call(reports.remove, { params: { id } })],
      ['restore', 'ADD_REPORT', () => manager.call(reports.restore, { params: { id } })],
    ];
  },
  locations: async () => ({ reads: [reports.list.path] }),
  references: (scene) => ({
    slots: {
      'a tag that a report filters by': slot(reports.create, foreignGroup(scene), (id) => ({
        body: { ...plan, reported: { ...devices, filter: { [`tags.${id}`]: 'Toys' } } },
      })),
      'a tag that a report shows': slot(reports.create, foreignGroup(scene), (id) => ({
        body: { ...plan, reported: { ...devices, columns: [`tags.${id}`] } },
      })),
    },
  }),
};
