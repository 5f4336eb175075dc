import { organizationDefaults, type OrganizationSettings } from '@keyward/contract/organization-settings';
import {
  type Authority,
  can,
  permissionCatalogue,
  permissionIds,
  type Permissions,
} from '@keyward/contract/permissions';
import { any, minutesFromNow, now } from '#db/fragments.ts';
import { runSql, own, sql, tenant } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { LRUCache } from 'lru-cache';
import { cachedDictionary, type Dictionary, dictionaryAsOf } from '#core/dictionary.ts';
import { newSecret, secretHash } from './secrets.ts';

/** The authenticated profile of a request, read in its own transaction. Only the dictionary is cached across requests. */
export type Actor = {
  id: string;
  name: string;
  username: string;
  email: string | null;
  isKeywardAdmin: boolean;
  /** Whether it is the vendor's staff in a support session. */
  support: boolean;
  sessionId: string;
  tenant: { id: string; name: string; slug: string; config: OrganizationSettings };
  authority: Authority;
  /** Whether it has all-data access. */
  allData: boolean;
  /** Locations (tag_value ids) assigned to the profile. */
  locations: readonly string[];
  /** Names of roles, tags and values, as of the start of the request or later. */
  dictionary: Dictionary;
};

/** Absolute end of a session, whatever its activity. */
const absoluteHours = 12;
export const supportMinutes = 60;
/**
 * A support session reads everything that an administrator reads, and nothing more, so that no access, secret or copy of
 * the data outlives it.
 */
export const supportPermissions: Permissions = {
  ...Object.fromEntries(
    permissionIds.filter((id) => permissionCatalogue[id].type === 'multi').map((id) => [id, 'READ']),
  ),
  'VIEW-DASHBOARD': 'TRUE',
  'ALL-DATA-ACCESS': 'TRUE',
};
/** The idle timeout plus a minute, so that the portal's own warning comes first. 0: no limit. */
const idleLimit = sql`make_interval(mins => coalesce(nullif((t.config->>'autoLogoutTimeoutMins')::int, 0), 60 * ${absoluteHours}), secs => 60)`;
/** Minimum interval between writes of the last activity, so that most reads write nothing. */
const touchSeconds = 30;

type ActorRow = {
  session_id: string;
  profile_id: string;
  name: string;
  username: string;
  email: string | null;
  is_keyward_admin: boolean;
  support: boolean;
  tenant_name: string;
  slug: string;
  config: Partial<OrganizationSettings>;
  features: string[];
  role_ids: string[];
  /** The dictionary's current stamp; null if the dictionary was never changed. */
  stamp: string | null;
  /** All assigned values of tags: locations and groups. */
  tag_values: string[];
};

const ownRights = sql`t.name as tenant_name, t.slug, t.config, t.features,
    array(select pr.role_id from profile_role pr where ${own('pr')} and pr.profile_id = p.id) as role_ids,
    (select y.stamp from dictionary y where ${own('y')} limit 1) as stamp,
    array(select pt.value_id from profile_tag pt
      where ${own('pt')} and pt.profile_id = p.id and pt.value_id is not null) as tag_values`;
type SessionRow = {
  id: string;
  /** True if the last activity is due to be stored. Never in a database that refuses writes: lists can still be read. */
  stale: boolean;
  profile_id: string;
  /** An ActorRow as JSON: one text is received and compared in a fraction of the time of its twenty columns. */
  actor: string;
};

const findSession = (hash: Buffer) => sql`
  select s.id, p.id as profile_id, row_to_json(a)::text as actor,
    s.last_active_at < now() - make_interval(secs => ${touchSeconds}) and not current_setting('transaction_read_only')::boolean
      as stale
  from session s
  join profile p on ${own('p')} and p.id = s.profile_id
  join tenant t on t.id = ${tenant}
  cross join lateral (
    select s.id as session_id, p.id as profile_id, p.name, p.username, coalesce(s.support_email, p.email) as email,
      p.is_keyward_admin, s.support_email is not null as support, ${ownRights}) a
  where ${own('s')} and s.token_hash = ${hash} and s.expires_at > now()
    and s.last_active_at > now() - ${idleLimit} and t.suspended_at is null
    and case when s.support_email is null then may_act(p.disabled, p.valid_from, p.valid_until)
      else t.support_access end`;

/**
 * The actors of the last requests by session, each with the row that the database returned for it. They are dropped with the
 * dictionary that they were made with.
 */
const lastActors = new WeakMap<Dictionary, LRUCache<string, { row: string; actor: Actor }>>();
const maxActors = 2000;

/**
 * The actor of the session's last request: an assumption, under which a list may be read ahead. It holds if `findActor` returns
 * this very object; otherwise the rows read ahead are dropped.
 */
export function assumedActor(tenantId: string, tokenHash: Buffer): Actor | undefined {
  const dictionary = cachedDictionary(tenantId);
  return dictionary && lastActors.get(dictionary)?.get(keyOf(tokenHash))?.actor;
}

/** The hash of a session's cookie as the key of a map. */
export const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1');

/** The actor of the session's last request, if nothing about it has changed; else a new one. */
async function sameActor(db: Db, tokenHash: Buffer, text: string): Promise<Actor> {
  const key = keyOf(tokenHash);
  const cached = cachedDictionary(db.tenantId);
  const last = cached && lastActors.get(cached)?.get(key);
  // the text names the dictionary's stamp
  if (last?.row === text) return last.actor;
  const row = JSON.parse(text) as ActorRow; // findSession selects it
  const dictionary = await dictionaryAsOf(db, row.stamp);
  const actors = lastActors.get(dictionary) ?? new LRUCache({ max: maxActors });
  lastActors.set(dictionary, actors);
  const actor = toActor(db, row, dictionary);
  actors.set(key, { row: text, actor });
  return actor;
}

/**
 * The actor of a session cookie, by the cookie's hash, or undefined when the session has ended or timed out, or its owner may no
 * longer sign in. `touch` counts the call as activity.
 */
export async function findActor(db: Db, tokenHash: Buffer, touch: boolean): Promise<Actor | undefined> {
  const [session] = await runSql<SessionRow>(db, findSession(tokenHash));
  if (!session) return undefined;
  if (touch && session.stale) {
    await db.updateTable('session').set({ last_active_at: now }).where('id', '=', session.id).execute();
    await touchProfile(db, session.profile_id);
  }
  return sameActor(db, tokenHash, session.actor);
}

const findProfiles = (ids: readonly string[]) => sql`
  select '' as session_id, p.id as profile_id, p.name, p.username, p.email, p.is_keyward_admin,
    false as support, ${ownRights}
  from profile p
  join tenant t on t.id = ${tenant}
  where ${own('p')} and p.id = any(${ids}::uuid[]) and t.suspended_at is null and may_act(p.disabled, p.valid_from, p.valid_until)`;

/** The actor of a background job that a profile started, or undefined when the profile may no longer act. */
export async function findActingProfile(db: Db, profileId: string): Promise<Actor | undefined> {
  return (await findActingProfiles(db, [profileId])).get(profileId);
}

/** The actors of several profiles by their ids, without those that may not act now. */
export async function findActingProfiles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Actor>> {
  const rows = await runSql<ActorRow>(db, findProfiles(ids));
  const [first] = rows;
  if (!first) return new Map();
  const dictionary = await dictionaryAsOf(db, first.stamp);
  return new Map(rows.map((row) => [row.profile_id, toActor(db, row, dictionary)]));
}

function toActor(db: Db, row: ActorRow, dictionary: Dictionary): Actor {
  const authority = {
    permissions: row.support ? supportPermissions : dictionary.rights(row.role_ids),
    features: row.features,
    isKeywardAdmin: row.is_keyward_admin && !row.support,
  };
  return {
    id: row.profile_id,
    name: row.name,
    username: row.username,
    email: row.email,
    isKeywardAdmin: authority.isKeywardAdmin,
    support: row.support,
    sessionId: row.session_id,
    tenant: {
      id: db.tenantId,
      name: row.tenant_name,
      slug: row.slug,
      config: { ...organizationDefaults, ...row.config },
    },
    authority,
    allData: can.allData.holds(authority),
    locations: dictionary.locations(row.tag_values),
    dictionary,
  };
}

/** Updates the profile's last activity in the portal; skipped if the row is locked by a concurrent change. */
async function touchProfile(db: Db, profileId: string): Promise<void> {
  await db
    .updateTable('profile')
    .set({ last_active_at: now, portal_active_at: now })
    .where('id', '=', (eb) =>
      eb.selectFrom('profile as p').select('p.id').where('p.id', '=', profileId).forNoKeyUpdate().skipLocked(),
    )
    .execute();
}

/**
 * Starts a session: a new secret, stored only as a hash. With `supportEmail`, a support session of that member of the
 * vendor's staff.
 */
export async function createSession(
  db: Db,
  profileId: string,
  from: { address: string; userAgent: string },
  supportEmail?: string,
): Promise<string> {
  const token = newSecret();
  const minutes = supportEmail ? supportMinutes : absoluteHours * 60;
  await db
    .insertInto('session')
    .values({
      token_hash: secretHash(token),
      profile_id: profileId,
      expires_at: minutesFromNow(minutes),
      address: from.address,
      user_agent: from.userAgent,
      support_email: supportEmail ?? null,
    })
    .execute();
  await touchProfile(db, profileId);
  return token;
}

/** Ends a session; false if it was ended concurrently. */
export async function endSession(db: Db, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('session').where('id', '=', sessionId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export type SessionInfo = {
  id: string;
  created_at: string;
  last_active_at: string;
  expires_at: string;
  address: string;
  user_agent: string;
};

/** The live sessions of a profile, latest activity first. */
export const sessionsOf = (db: Db, profileId: string): Promise<SessionInfo[]> =>
  runSql<SessionInfo>(
    db,
    sql`select s.id, s.created_at, s.last_active_at, s.expires_at, s.address, s.user_agent
      from session s join tenant t on t.id = ${tenant}
      where ${own('s')} and s.profile_id = ${profileId} and s.expires_at > now() and s.last_active_at > now() - ${idleLimit}
      order by s.last_active_at desc, s.id`,
  );

/** Ends a session of this profile; false if it has no such session. */
export async function endSessionOf(db: Db, profileId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('profile_id', '=', profileId)
    .returning('id')
    .execute();
  return ended.length > 0;
}

/**
 * Ends every session of these profiles, which are locked until the transaction ends; returns the number ended by profile,
 * without zeros.
 */
export async function endSessionsOfProfiles(
  db: Db,
  profileIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // locked first, in a statement of its own: it waits for a sign-in that has read the profile, so that the deletion sees its
  // session
  await db.selectFrom('profile').select('id').where('id', '=', any(profileIds)).orderBy('id').forUpdate().execute();
  const ended = await db
    .deleteFrom('session')
    .where('profile_id', '=', any(profileIds))
    .returning('profile_id')
    .execute();
  const counts = new Map<string, number>();
  for (const { profile_id: id } of ended) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Ends every session of a profile; returns their number. */
export const endSessionsOf = async (db: Db, profileId: string): Promise<number> =>
  (await endSessionsOfProfiles(db, [profileId])).get(profileId) ?? 0;

/** Ends every support session of the tenant; returns the staff that they belonged to, with the number of each. */
export async function endSupportSessions(db: Db) {
  const staff = await db
    .selectFrom('profile as p')
    .innerJoin('session as s', 's.profile_id', 'p.id')
    .where('s.support_email', 'is not', null)
    .distinctOn('p.id')
    .select(['p.id', 'p.name', 's.support_email as email'])
    .execute();
  const ended = await endSessionsOfProfiles(
    db,
    staff.map(({ id }) => id),
  );
  return staff.map((one) => ({ ...one, sessions: ended.get(one.id) ?? 0 }));
}

/** Ends every session of a profile but one; returns the number ended. */
export async function endOtherSessionsOf(db: Db, profileId: string, sessionId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('profile_id', '=', profileId)
    .where('id', '<>', sessionId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
