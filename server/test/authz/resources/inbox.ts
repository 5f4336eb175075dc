import { inbox } from '@keyward/contract/inbox';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import type { ResourceOf } from './resource.ts';
import { foreign, slot } from './slots.ts';

export const inboxResource: ResourceOf<'inbox'> = {
  /** An entry of a profile that is not a caller. */
  make: async ({ owner, profileOf }, tenant) => {
    const id = randomUUID();
    await owner.query(
      `insert into inbox_entry (tenant_id, id, profile_id, source, thread, kind, path)
       values ($1, $2, $3, $4, 'made', 'watchCleared', '/devices')`,
      [tenants[tenant], id, await profileOf(tenant, 'gone'), randomUUID()],
    );
    return { id };
  },
  calls: {
    list: { needs: 'signed in', ok: 200 },
    unread: { needs: 'signed in', ok: 200 },
    mark: { needs: 'signed in', ok: 204, private: true, body: () => ({ read: true }) },
    markAll: { needs: 'signed in', ok: 204, body: () => ({ until: randomUUID() }) },
  },
  locations: async () => ({ reads: [inbox.list.path, inbox.unread.path] }),
  // reading an entry records no event
  notWalked: ['mark', 'markAll'],
  references: (scene) => ({
    slots: {
      'an entry that was seen': slot(inbox.markAll, foreign(scene, 'inbox'), (id) => ({ body: { ids: [id] } })),
      'the entry from which on all are marked': slot(inbox.markAll, foreign(scene, 'inbox'), (until) => ({
        body: { until },
      })),
    },
  }),
};
