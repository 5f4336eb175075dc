// Set-up and calls for tests of bulk changes of profiles.
import { type BulkChange, bulkChanges } from '@keyward/contract/bulk-changes';
import { groups } from '@keyward/contract/groups';
import { type Profile, profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { type Caller, openPortal } from '#testing/portal.ts';

export async function openBulk() {
  const portal = await openPortal();
  const { admin } = portal.as;
  const { data: definitions } = await admin.call(groups.definitions, {});
  const location = definitions.find((d) => d.is_location)?.id ?? '';
  const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
  const roleId = (name: string) => roleIds.get(name) ?? '';

  let made = 0;
  /** Adds a profile; returns its id. */
  async function add(more: object = {}): Promise<string> {
    const body = { name: `Person ${made}`, username: `bulk.person.${made++}`, ...more };
    return (await admin.call(profiles.create, { body })).data.id;
  }
  return {
    portal,
    definitions,
    roleId,
    add,
    at: (...values: string[]) => ({ tags: [{ tagId: location, values }] }),
    get: async (id: string): Promise<Profile> => (await admin.call(profiles.get, { params: { id } })).data,
    apply: async (ids: string[], change: BulkChange, by: Caller = admin) =>
      (await by.call(bulkChanges.apply, { body: { rows: { ids }, change } })).data,
    preview: async (ids: string[], change: BulkChange, by: Caller = admin) =>
      (await by.call(bulkChanges.preview, { body: { rows: { ids }, change } })).data,
    refused: (ids: string[], change: BulkChange, by: Caller = admin) =>
      by.refused(bulkChanges.apply, { body: { rows: { ids }, change } }),
    undo: async (id: string | null, by: Caller = admin) =>
      (await by.call(bulkChanges.undo, { params: { id: id ?? '' } })).data,
    giveRole: (name: string): BulkChange => ({ kind: 'roles', give: [roleId(name)], take: [] }),
  };
}
