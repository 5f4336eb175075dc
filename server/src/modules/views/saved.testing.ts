// Shared by the tests of saved views: a portal, and profiles that save and query views.
import { activity, type Event } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import type { CustomView } from '@keyward/contract/list';
import { views } from '@keyward/contract/views';
import { beforeEach } from 'vitest';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

let created = 0;
const usual: [string, 'ASC' | 'DESC'][] = [];
/** A view's body with minimal defaults. */
export const input = (over: object = {}) => ({
  name: `View ${created++}`,
  description: '',
  base: 'Overview',
  filter: {},
  search: '',
  sort: usual,
  columns: [{ accessorKey: 'name' }],
  sharing: { with: 'nobody' as const },
  ...over,
});
/** The body of an update that changes nothing. */
export const bodyOf = ({ label, description, query, columns, saved }: CustomView, over: object = {}) => ({
  name: label,
  description,
  base: saved?.base ?? '',
  filter: query.filter,
  search: query.search ?? '',
  sort: query.sort,
  columns: columns.map(({ accessorKey, width }) => ({ accessorKey, ...(width ? { width } : {}) })),
  sharing: saved?.sharing ?? { with: 'nobody' as const },
  ...over,
});
export const save = async (caller: Caller, over: object = {}) =>
  (await caller.call(views.create, { body: { resource: 'device', ...input(over) } })).data;
export const listViews = async (caller: Caller, resource: 'device' | 'event' = 'device') =>
  (await caller.call(views.list, { query: { resource } })).data;
export const find = async (caller: Caller, id: string) => (await listViews(caller)).find((view) => view.value === id);
/** Names of the devices that a query returns. */
export const names = async (caller: Caller, query: Record<string, string>) =>
  (await caller.call(devices.list, { query })).data.map((device) => device.name);

/** Deletes all saved views before each test. */
export async function openViews() {
  const portal = await openPortal();
  const owner = portal.database.system;
  beforeEach(async () => {
    await owner.query('delete from saved_view');
  });
  const inDemo = (text: string, ...values: unknown[]) => owner.query<{ id: string }>(text, [tenants.demo, ...values]);
  return {
    ...portal.as,
    owner,
    inDemo,
    roleId: async (name: string) =>
      (await inDemo('select id from role where tenant_id = $1 and name = $2', name)).rows[0]?.id ?? '',
    /** Lets the role's holders share views. */
    grant: (role: string) =>
      inDemo(
        `insert into role_permission select tenant_id, id, 'SHARE-VIEWS', 'TRUE' from role where tenant_id = $1 and name = $2`,
        role,
      ),
    revoke: (role: string) =>
      inDemo(
        `delete from role_permission where tenant_id = $1 and permission = 'SHARE-VIEWS'
           and role_id = (select id from role where tenant_id = $1 and name = $2)`,
        role,
      ),
    lastEvent: async (): Promise<Event | undefined> =>
      (await portal.as.admin.call(activity.list, { query: { sort: 'event_time:desc' } })).data[0],
  };
}
