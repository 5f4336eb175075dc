import type { Actor } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { pacing } from '#core/pace.ts';
import type { Db } from '#db/tenant.ts';
import { type ImportFacts, loadFacts } from './import-facts.ts';
import { judgeEachRow } from './import-judge.ts';
import { rowsOfImport, type StoredRow } from './import-queries.ts';
import { openRow, type SealedRow, sealRow } from './import-sealed.ts';
import type { ImportOptions, Verdict } from './import-verdict.ts';

/** An unsealed row of an import. */
export type PlannedRow = { decision: string; outcome: string | null; profileId: string | null; sealed: SealedRow };

/** A row that was written. */
export type AppliedRow = PlannedRow & { outcome: 'created' | 'updated'; profileId: string };
export const isApplied = (row: PlannedRow): row is AppliedRow =>
  (row.outcome === 'created' || row.outcome === 'updated') && row.profileId !== null;

/** @param withoutChanges leaves out the changes of rows without errors: judging them again finds the same changes. */
export async function openRows(
  db: Db,
  vault: Vault,
  importId: string,
  { withoutChanges = false } = {},
): Promise<PlannedRow[]> {
  const opened: PlannedRow[] = [];
  const pace = pacing();
  for (let after = 0; ;) {
    const rows = await rowsOfImport(db, importId, { after, limit: 250 });
    for (const { line, decision, outcome, profile_id: profileId, sealed } of rows) {
      await pace();
      const key = { tenantId: db.tenantId, importId, line };
      const row = openRow(vault, key, sealed);
      if (withoutChanges && decision !== 'error') row.changes = [];
      opened.push({ decision, outcome, profileId, sealed: row });
    }
    const last = rows.at(-1);
    if (!last) return opened;
    after = last.line;
  }
}

export const storedRow = (db: Db, vault: Vault, importId: string, row: PlannedRow): StoredRow => {
  const { line } = row.sealed.row;
  return {
    line,
    decision: row.decision,
    outcome: row.outcome,
    profile_id: row.profileId,
    sealed: sealRow(vault, { tenantId: db.tenantId, importId, line }, row.sealed),
  };
};

/**
 * Judges the rows of a plan by the present data, with the hashed passwords. The caller knows which rows are written, and passes
 * those to `refuseLastHolders` with the facts.
 */
export async function judgeAgain(
  db: Db,
  actor: Actor,
  options: ImportOptions,
  planned: readonly PlannedRow[],
  how: { lock: boolean },
): Promise<{ facts: ImportFacts; verdicts: Verdict[] }> {
  const rows = planned.map(({ sealed }) => sealed.row);
  const facts = await loadFacts(db, rows, how);
  const passwords = new Map(
    planned.flatMap(({ sealed: { row, hashed } }) => (hashed ? [[row.line, hashed] as const] : [])),
  );
  return { facts, verdicts: await judgeEachRow({ actor, facts, options }, rows, passwords) };
}
