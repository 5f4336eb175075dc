import { type Db, inTenant, rows } from '#db/tenant.ts';
import { insertRows } from '#db/bulk.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';

/** Rows added up at once: their counters are locked for so long. */
const atOnce = 5000;

type Counted = { party_id: string; location_set_id: string; as_agent: number; as_entity: number; as_both: number };

/**
 * Moves what `writeEvents` left in event_party_new into event_party_total: how many rows it was. The sum of both stays
 * the same at every moment; two at a time do each their own rows.
 */
export async function addUpParties(db: Db): Promise<number> {
  const taken = await rows<Counted>(
    db,
    `delete from event_party_new n where n.tenant_id = $1 and n.id in (
       select o.id from event_party_new o where o.tenant_id = $1 order by o.id limit ${atOnce} for update skip locked)
     returning n.party_id, n.location_set_id, n.as_agent, n.as_entity, n.as_both`,
    [db.tenantId],
  );
  const sums = new Map<string, Counted>();
  for (const row of taken) {
    const key = `${row.party_id}/${row.location_set_id}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, row);
    else {
      sum.as_agent += row.as_agent;
      sum.as_entity += row.as_entity;
      sum.as_both += row.as_both;
    }
  }
  await insertRows(
    db,
    'event_party_total as t (tenant_id, party_id, location_set_id, as_agent, as_entity, as_both)',
    // one order for all, so that none waits for another in a circle
    [...sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, s]) => [s.party_id, s.location_set_id, s.as_agent, s.as_entity, s.as_both]),
    `on conflict (tenant_id, party_id, location_set_id) do update set as_agent = t.as_agent + excluded.as_agent,
       as_entity = t.as_entity + excluded.as_entity, as_both = t.as_both + excluded.as_both`,
  );
  return taken.length;
}

export const partyTotals = defineJob({
  name: 'party-totals',
  every: '* * * * *',
  run: async (_payload, { database, log }: JobContext) => {
    const tenants = await database.system.query<{ id: string }>('select id from tenant');
    let added = 0;
    for (const { id } of tenants.rows) {
      for (let taken = atOnce; taken === atOnce;) {
        taken = await inTenant(database.system, id, addUpParties);
        added += taken;
      }
    }
    log.debug({ added }, 'parties added up');
  },
});
