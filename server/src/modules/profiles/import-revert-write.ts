import type { Vault } from '#core/auth/secrets.ts';
import { type Actor, endSessionsOfProfiles } from '#core/auth/session.ts';
import { type EventToRecord, recordAll } from '#core/events/record.ts';
import { tallyProfiles, tallyProfilesLater } from '#core/list/tally.ts';
import { announce } from '#core/live/changes.ts';
import type { Db } from '#db/tenant.ts';
import { redates } from './changes.ts';
import { updateProfiles, type Written } from './import-bulk-queries.ts';
import type { Reverting } from './import-revert-judge.ts';
import { keepProfiles } from './snapshot.ts';
import { deleteProfiles } from './queries.ts';
import { assertStillHeld, lostRoles } from './rights.ts';
import { locationsOf, subject } from './service.ts';

type Change = Written & { before: NonNullable<Written['before']> };
const batch = 500;

/**
 * Deletes and changes the profiles as judged in this transaction, with the profiles locked. Returns a function to call last: it
 * updates the total of profiles, ends the sessions of changed ones and records the events, all of which make other writers wait.
 * Throws lastHolder and lastRolesEditor.
 */
export async function writeReverting(
  db: Db,
  { actor, vault, id, fileName }: { actor: Actor; vault: Vault; id: string; fileName: string },
  judged: readonly Reverting[],
  onProgress: (done: number) => Promise<void>,
): Promise<() => Promise<void>> {
  const changesOf = (wanted: Reverting['action']) =>
    judged.flatMap(({ action, verdict }): Change[] =>
      action === wanted && verdict?.before
        ? [{ ...verdict, before: verdict.before, id: verdict.before.id, hash: undefined }]
        : [],
    );
  const deleted = changesOf('delete');
  const restored = changesOf('restore');
  await tallyProfilesLater(db);
  const ended = await endSessionsOfProfiles(
    db,
    deleted.map((row) => row.id),
  );
  for (let i = 0; i < deleted.length; i += batch) {
    const part = deleted.slice(i, i + batch);
    await keepProfiles(
      db,
      { vault, actor },
      part.map(({ before }) => before),
    );
    await deleteProfiles(
      db,
      part.map((row) => row.id),
    );
    await onProgress(i + part.length);
  }
  const active = await updateProfiles(db, actor, restored, (done) => onProgress(deleted.length + done));
  // a session continues only if its owner could act before and after
  const signedOut = restored.filter((row) => redates(row.before, row) && !(row.before.active && active.has(row.id)));
  const lost = [
    ...deleted.flatMap(({ before }) => before.roles),
    ...restored.flatMap((row) => lostRoles(row.before, row.roles, redates(row.before, row))),
  ];
  if (lost.length) await assertStillHeld(db, lost);
  const all = [...deleted, ...restored];
  announce(
    db,
    all.map((row) => ({ resource: 'user' as const, id: row.id, locations: allLocationsOf(row) })),
  );
  const events = (event: 'DELETE_USER' | 'MODIFY_USER', sessionsOf: ReadonlyMap<string, number>) => (row: Change) => {
    const common = { result: 'success' as const, entity: subject(row), locations: allLocationsOf(row) };
    const sessions = sessionsOf.get(row.id);
    const raw = { reverted: id, file: fileName, line: row.line };
    return [
      { ...common, event, changes: row.changes, raw },
      ...(sessions ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions } }] : []),
    ] satisfies EventToRecord[];
  };
  return async () => {
    await tallyProfiles(db);
    const endedToo = await endSessionsOfProfiles(
      db,
      signedOut.map((row) => row.id),
    );
    await recordAll(db, actor, [
      ...deleted.flatMap(events('DELETE_USER', ended)),
      ...restored.flatMap(events('MODIFY_USER', endedToo)),
    ]);
  };
}

/** The locations before and after. */
const allLocationsOf = ({ before, tags }: Change): string[] => [
  ...new Set([...before.locations, ...(locationsOf(tags) ?? [])]),
];
