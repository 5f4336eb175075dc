import { sql } from 'kysely';
import { mayAct } from '#core/auth/may-act.ts';
import type { Actor } from '#core/auth/session.ts';
import { any, anyText, nextVersion, valuesTable } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import type { Verdict } from './import-verdict.ts';
import { tagRowsOf } from './service.ts';

/** The data that an import writes for one row. */
export type Written = Verdict & { id: string; hash: string | undefined };
const batch = 200;
const inBatches = async <T>(all: readonly T[], write: (part: readonly [T, ...T[]]) => Promise<unknown>) => {
  for (let i = 0; i < all.length; i += batch) {
    const [first, ...rest] = all.slice(i, i + batch);
    if (first !== undefined) await write([first, ...rest]);
  }
};

/** The profiles with these folded profile IDs. */
export const profilesNamed = (db: Db, names: readonly string[]) =>
  db.selectFrom('profile').select('id').where('username_fold', '=', anyText(names)).execute();

/** The profiles with these folded e-mail addresses. */
export const ownersOf = (db: Db, addresses: readonly string[]) =>
  db.selectFrom('profile').select(['id', 'email_fold']).where('email_fold', '=', anyText(addresses)).execute();

export async function insertProfiles(
  db: Db,
  actor: Actor,
  rows: readonly Written[],
  onProgress: (done: number) => Promise<void>,
) {
  let done = 0;
  await inBatches(rows, async (part) => {
    await db
      .insertInto('profile')
      .values(
        part.map(({ id, name, username, email, disabled, valid_from, valid_until, hash }) => ({
          id,
          name,
          username,
          email,
          disabled,
          valid_from,
          valid_until,
          updated_by: actor.name,
          password_hash: hash ?? null,
          password_temporary: hash !== undefined,
        })),
      )
      .execute();
    await insertParts(db, part);
    done += part.length;
    await onProgress(done);
  });
}

/** Stores roles, tags and the password's hash, so that the password cannot be used again. */
async function insertParts(db: Db, rows: readonly Written[]) {
  const roles = rows.flatMap(({ id, roles: held }) => held.map((role) => ({ profile_id: id, role_id: role.id })));
  if (roles.length) await db.insertInto('profile_role').values(roles).execute();
  const tags = rows.flatMap(({ id, tags: set }) => tagRowsOf(set).map((row) => ({ ...row, profile_id: id })));
  await inBatches(tags, (part) =>
    db
      .insertInto('profile_tag')
      .values([...part])
      .execute(),
  );
  const hashes = rows.flatMap(({ id, before, hash }) => {
    if (hash === undefined) return [];
    const last = before?.password_hash;
    const kept = last && !before.former.includes(last) ? [last] : [];
    return [...kept, hash].map((one) => ({ profile_id: id, password_hash: one }));
  });
  if (hashes.length) await db.insertInto('former_password').values(hashes).execute();
}

/** Updates profiles, and returns the ids of those that may act afterwards. */
export async function updateProfiles(
  db: Db,
  actor: Actor,
  rows: readonly Written[],
  onProgress: (done: number) => Promise<void>,
): Promise<ReadonlySet<string>> {
  let done = 0;
  const active = new Set<string>();
  await inBatches(rows, async (part) => {
    const [first, ...rest] = part;
    const cells = ({ id, name, email, valid_from, valid_until, hash }: Written) => ({
      id: sql<string>`${id}::uuid`,
      name: sql<string>`${name}::text`,
      email: sql<string | null>`${email}::text`,
      valid_from: sql<string | null>`${valid_from}::timestamptz`,
      valid_until: sql<string | null>`${valid_until}::timestamptz`,
      hash: sql<string | null>`${hash ?? null}::text`,
    });
    const updated = await db
      .updateTable('profile')
      .from(valuesTable([cells(first), ...rest.map(cells)]))
      .set((eb) => ({
        ...nextVersion,
        name: eb.ref('v.name'),
        email: eb.ref('v.email'),
        valid_from: eb.ref('v.valid_from'),
        valid_until: eb.ref('v.valid_until'),
        updated_by: actor.name,
        password_hash: sql<string | null>`coalesce(v.hash, profile.password_hash)`,
        password_temporary: sql<boolean>`v.hash is not null or profile.password_temporary`,
        password_version: sql<number>`profile.password_version + (v.hash is not null)::int`,
        version: sql<number>`profile.version + 1`,
      }))
      .whereRef('profile.id', '=', 'v.id')
      .returning(['profile.id', mayAct('profile').as('active')])
      .execute();
    for (const one of updated) if (one.active) active.add(one.id);
    await replaceParts(db, part);
    done += part.length;
    await onProgress(done);
  });
  return active;
}

async function replaceParts(db: Db, rows: readonly Written[]) {
  const moved = rows.filter(({ changes }) => changes.some(({ attribute }) => attribute === 'roles'));
  const ids = moved.map(({ id }) => id);
  if (ids.length) await db.deleteFrom('profile_role').where('profile_id', '=', any(ids)).execute();
  // grouped by tag, because rows of one file mostly set the same tags
  const byTag = Map.groupBy(
    rows.flatMap(({ id, tags }) => tags.map(({ definition }) => ({ id, tag: definition.id }))),
    ({ tag }) => tag,
  );
  for (const [tag, owners] of byTag) {
    await db
      .deleteFrom('profile_tag')
      .where('tag_definition_id', '=', tag)
      .where('profile_id', '=', any(owners.map(({ id }) => id)))
      .execute();
  }
  const kept = new Set(ids);
  await insertParts(
    db,
    rows.map((row) => (kept.has(row.id) ? row : { ...row, roles: [] })),
  );
}
