import type { Params } from '#core/list/params.ts';
import { newParams } from '#core/list/params.ts';
import { contains } from '#core/list/text-test.ts';
import type { Piece } from '#core/list/where.ts';
import { type Db, rows } from '#db/tenant.ts';

/** Up to this many names are looked up one by one; above, the newest events are read and their names compared. */
const fewNames = 300;

/**
 * Events whose agent or entity has the text in its name or e-mail. The names are searched first: each stands once,
 * however many events show it.
 */
export async function searchParties(db: Db, text: string, params: Params): Promise<Piece> {
  const names = newParams(db.tenantId);
  const matching = (of: Params) =>
    `select p.id from event_party p where ${of.own('p')} and ${contains('p.search', text, of)}`;
  const found = await rows<{ id: string }>(db, `${matching(names)} limit ${fewNames + 1}`, names.values, {
    once: true,
  });
  if (found.length === 0) return { text: 'false' };
  if (found.length > fewNames) {
    const set = matching(params);
    return { text: `(e.entity_party in (${set}) or e.agent_party in (${set}))` };
  }
  const ids = params.add(
    found.map((party) => party.id),
    'uuid[]',
  );
  return {
    text: `(e.entity_party = any(${ids}) or e.agent_party = any(${ids}))`,
    spread: { columns: ['e.entity_party', 'e.agent_party'], array: ids, sorts: ['event_time'] },
  };
}
