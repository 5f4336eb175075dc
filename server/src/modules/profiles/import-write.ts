import { randomUUIDv7 } from 'node:crypto';
import { type Actor, endSessionsOfProfiles } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type EventToRecord, recordAll } from '#core/events/record.ts';
import { tallyProfiles, tallyProfilesLater } from '#core/list/tally.ts';
import { announce } from '#core/live/changes.ts';
import { issuePins } from '#core/pins/issue.ts';
import type { Db } from '#db/tenant.ts';
import { redates } from './changes.ts';
import { mailPasswordChanged } from './password.ts';
import type { RowPassword, Verdict } from './import-verdict.ts';
import { assertStillHeld, lostRoles } from './rights.ts';
import { insertProfiles, updateProfiles, type Written } from './import-bulk-queries.ts';
import { locationsOf, subject } from './service.ts';

export type ImportName = { id: string; fileName: string; activate: boolean };

/**
 * Writes the verdicts, which were judged in this transaction with the profiles locked. `onProgress` gets the number of rows
 * written so far. Returns the profiles by line, and `finish`, to be called last: it updates the total of profiles, issues the
 * PINs, ends sessions and records the events, in the order of all writers. Calls that add or delete profiles wait for it; those
 * that refer to a profile, such as a sign-in and the check-out of a key, wait once its sessions have ended. Throws lastHolder and
 * lastRolesEditor; `finish` throws pinNotFound.
 */
export async function writeRows(
  db: Db,
  actor: Actor,
  vault: Vault,
  name: ImportName,
  verdicts: readonly Verdict[],
  passwords: ReadonlyMap<number, RowPassword>,
  onProgress: (done: number) => Promise<void> = async () => {},
): Promise<{ profiles: ReadonlyMap<number, string>; finish: () => Promise<void> }> {
  const rows = verdicts
    .filter(({ decision }) => decision === 'create' || decision === 'update')
    .map((verdict): Written => {
      const password = passwords.get(verdict.line);
      const hash = password && 'hash' in password ? password.hash : undefined;
      return { ...verdict, id: verdict.before?.id ?? randomUUIDv7(), hash };
    });
  const created = rows.filter(({ before }) => !before);
  const updated = rows.filter(({ before }) => before);
  await tallyProfilesLater(db);
  await insertProfiles(db, actor, created, onProgress);
  const active = await updateProfiles(db, actor, updated, (done) => onProgress(created.length + done));
  const lost = updated.flatMap(({ before, roles, ...after }) =>
    before ? lostRoles(before, roles, redates(before, after)) : [],
  );
  if (lost.length) await assertStillHeld(db, lost);
  const renewed = updated.filter(({ hash }) => hash !== undefined);
  // a session continues only if its owner could act before and after
  const signedOut = updated.filter(
    ({ id, before, hash, ...after }) =>
      hash !== undefined || (before && redates(before, after) && !(before.active && active.has(id))),
  );
  for (const { id, email, before } of renewed) {
    await mailPasswordChanged(db, vault, id, { former: before?.email ?? null, email });
  }
  announce(
    db,
    rows.map((row) => ({ resource: 'user' as const, id: row.id, locations: allLocationsOf(row) })),
  );
  const events = (ended: ReadonlyMap<string, number>) => [
    ...rows.map((row) => eventOf(row, name)),
    ...signedOut.flatMap((row) => {
      const sessions = ended.get(row.id) ?? 0;
      return sessions ? [{ ...about(row), event: 'REVOKE_SESSION' as const, raw: { sessions } }] : [];
    }),
    ...(name.activate && created.length > 0 ? [activation(name, created)] : []),
  ];
  return {
    profiles: new Map(rows.map(({ line, id }) => [line, id])),
    finish: async () => {
      await tallyProfiles(db);
      await issuePins(
        db,
        vault,
        created.map(({ id }) => id),
        { by: actor.id },
      );
      const ended = await endSessionsOfProfiles(
        db,
        signedOut.map(({ id }) => id),
      );
      await recordAll(db, actor, events(ended));
    },
  };
}

/** The locations before and after. */
const allLocationsOf = ({ before, tags }: Written): string[] => [
  ...new Set([...(before?.locations ?? []), ...(locationsOf(tags) ?? [])]),
];

const about = (row: Written) => ({ result: 'success' as const, entity: subject(row), locations: allLocationsOf(row) });

const eventOf = (row: Written, { id: importId, fileName }: ImportName): EventToRecord => ({
  ...about(row),
  event: 'IMPORT_USERS',
  changes: row.changes,
  raw: { file: fileName, line: row.line, import: importId },
});

const activation = ({ id, fileName }: ImportName, rows: readonly Written[]): EventToRecord => ({
  event: 'ACTIVATE_USERS',
  result: 'success',
  entity: { domain: 'CSV', id, name: fileName, email: null },
  locations: [...new Set(rows.flatMap(allLocationsOf))],
  raw: { profiles: rows.length },
});
