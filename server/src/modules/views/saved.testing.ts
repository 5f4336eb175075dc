// What the tests of saved views share: a portal, and people who save and look.
import { activity, type Event } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import type { CustomView } from '@keyward/contract/list';
import { views } from '@keyward/contract/views';
import { beforeEach } from 'vitest';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

let made = 0;
const usual: [string, 'ASC' | 'DESC'][] = [];
/** A view's body; what is not said is as little as a view can have. */
export const input = (over: object = {}) => ({
  name: `View ${made++}`,
  description: '',
  base: 'Overview',
  filter: {},
  search: '',
  sort: usual,
  columns: [{ accessorKey: 'name' }],
  sharing: { with: 'nobody' as const },
  ...over,
});
/** What an update of the view sends to keep it as it is. */
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
export const save = async (who: Caller, over: object = {}) =>
  (await who.call(views.create, { body: { resource: 'device', ...input(over) } })).data;
export const listed = async (who: Caller, resource: 'device' | 'event' = 'device') =>
  (await who.call(views.list, { query: { resource } })).data;
export const find = async (who: Caller, id: string) => (await listed(who)).find((view) => view.value === id);
/** The names of the devices that a query finds. */
export const names = async (who: Caller, query: Record<string, string>) =>
  (await who.call(devices.list, { query })).data.map((device) => device.name);

/** A portal without saved views before each test. */
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
    /** Holders of the role may share views from now on. */
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
