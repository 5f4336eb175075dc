import { activity } from '@keyward/contract/activity';
import { randomUUID } from 'node:crypto';
import { writeEvents } from '#core/events/events.ts';
import { reading, type ResourceOf } from './resource.ts';
import { hidden, listSlots, slot } from './slots.ts';

export const activityResource: ResourceOf<'activity'> = {
  permissions: { 'EVENT-STORE': ['READ', 'EDIT'], 'CAN-EXPORT-CSV-ACTIVITY': ['TRUE'] },
  held: {
    clerk: { 'EVENT-STORE': 'READ' },
    manager: { 'EVENT-STORE': 'READ', 'CAN-EXPORT-CSV-ACTIVITY': 'TRUE' },
    editor: { 'EVENT-STORE': 'READ' },
  },
  make: async ({ portal, tags }, tenant, location) => {
    const id = randomUUID();
    const store = tags[tenant].store(location);
    const entity = { domain: 'device' as const, id: randomUUID(), name: `${tenant} ${location}` };
    await portal.inTenant(tenant, (db) =>
      writeEvents(db, [{ id, event: 'LOCK_UNLOCK', entity, locations: store ? [store] : [] }]),
    );
    return { id };
  },
  calls: {
    list: [
      { needs: reading('EVENT-STORE'), ok: 200 },
      {
        variant: 'export',
        needs: { ...reading('EVENT-STORE'), and: 'CAN-EXPORT-CSV-ACTIVITY' },
        ok: 200,
        query: '?results_per_page=5000',
      },
    ],
    get: { needs: reading('EVENT-STORE'), ok: 200 },
    histogram: { needs: reading('EVENT-STORE'), ok: 200 },
  },
  list: {
    resource: 'event',
    needs: reading('EVENT-STORE'),
    named: 'description.entityName',
    sorts: ['event_time', 'event', 'description.agentName'],
    options: ['description.agentName', 'description.entityName', 'description.entityEmail', 'event'],
  },
  locations: async ({ make }) => ({
    reads: [
      `${activity.list.path}/${(await make('activity', 'demo', 'North')).id}`,
      `${activity.histogram.path}?event_time=range:now/d,now/d%2B`,
    ],
    stir: async () => {
      for (const location of ['South', null] as const) await make('activity', 'demo', location);
    },
  }),
  references: (scene) => ({
    slots: {
      'what events are about': slot(activity.list, hidden(scene, 'devices'), (id) => ({ query: { entity_id: id } })),
      'whose events': slot(activity.list, hidden(scene, 'profiles'), (id) => ({ query: { agent_id: id } })),
      ...listSlots(scene, activity.list, 'events'),
    },
  }),
};
