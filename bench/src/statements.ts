import type { Actor } from '@keyward/server/core/auth/session.ts';
import { loadDictionary } from '@keyward/server/core/dictionary.ts';
import { countRows } from '@keyward/server/core/list/page.ts';
import { listJson } from '@keyward/server/core/list/reply.ts';
import { type Db, inTenant } from '@keyward/server/db/tenant.ts';
import { eventList } from '@keyward/server/modules/activity/list.ts';
import { deviceList } from '@keyward/server/modules/devices/list.ts';
import { profileList } from '@keyward/server/modules/profiles/list.ts';
import { actorOf } from '@keyward/server/testing/actor.ts';
import type pg from 'pg';
import { type Case, parsedQuery } from './cases.ts';
import type { Statement } from './measure.ts';
import { tenantId } from './world.ts';

const lists = { event: eventList, device: deviceList, user: profileList };

function answerOf(db: Db, actor: Actor, one: Case): Promise<string | Buffer> {
  switch (one.list) {
    case 'event':
      return listJson(db, actor, eventList, parsedQuery(one));
    case 'device':
      return listJson(db, actor, deviceList, parsedQuery(one));
    case 'user':
      return listJson(db, actor, profileList, parsedQuery(one));
  }
}

/** The statements of the engine for a page of the case, and for only its total. */
export async function statementsOf(one: Case, pool: pg.Pool): Promise<{ page: Statement[]; total: Statement[] }> {
  let recorded: Statement[] = [];
  const recordingPool = Object.create(pool, {
    connect: {
      value: async () => {
        const client = await pool.connect();
        return {
          query: (query: string | Statement, ...answer: []) => {
            if (typeof query !== 'string') recorded.push(query);
            else if (query.startsWith('set local plan_cache_mode')) recorded.push({ text: query, values: [] });
            return client.query(query as string, ...answer);
          },
          release: () => client.release(),
        };
      },
    },
  }) as pg.Pool;
  return inTenant(recordingPool, tenantId, async (db) => {
    const locations = await db.selectFrom('tag_value').select('id').where('name', '=', 'Store 3').execute();
    // as in a server, which has loaded the names
    const dictionary = await loadDictionary(db);
    const actor = { ...actorOf(tenantId, one.as ? locations.map((l) => l.id) : 'all'), dictionary };
    recorded = [];
    await answerOf(db, actor, one);
    const page = recorded;
    recorded = [];
    await countRows(db, actor, lists[one.list], parsedQuery(one));
    return { page, total: recorded };
  });
}
