// The role of requests: `keyward_app`, which owns nothing and cannot bypass row-level security.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { StartError, errorCode } from './start-error.ts';

export const APP_ROLE = 'keyward_app';

/**
 * The connection string of the restricted role, derived from the owner's. Its password is an HMAC of the owner's, so
 * that any number of processes agree on it and none stores it. @throws StartError when the owner's URL has no
 * password, or one that cannot be decoded.
 */
export function appUrl(ownerUrl: string): string {
  const { head, userinfo, tail } = splitUrl(ownerUrl);
  const password = userinfo.includes(':') ? decoded(userinfo.slice(userinfo.indexOf(':') + 1)) : '';
  if (!password)
    throw new StartError(
      'DATABASE_URL has no password. Keyward derives the password of its restricted role from it. Use postgres://owner:password@host/database.',
    );
  return `${head}${APP_ROLE}:${createHmac('sha256', password).update(APP_ROLE).digest('base64url')}@${tail}`;
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    throw new StartError('The password of DATABASE_URL contains an unescaped %: write it as %25.');
  }
}

/** The restricted role's connection string through a pooler, whose address names no user. */
export function throughPooler(restrictedUrl: string, pooler: string): string {
  const { head, userinfo } = splitUrl(restrictedUrl);
  return `${head}${userinfo}@${splitUrl(pooler).tail}`;
}

/** Splits a URL by hand, since URL refuses that of a socket (postgres://u:p@/db?host=…), which has no host. */
function splitUrl(url: string) {
  const match = /^(postgres(?:ql)?:\/\/)(?:([^@/]*)@)?(.*)$/.exec(url);
  if (!match) throw new StartError('DATABASE_URL is not of the form postgres://owner:password@host:5432/database.');
  return { head: match[1] ?? '', userinfo: match[2] ?? '', tail: match[3] ?? '' };
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // 28P01, 28000: wrong password, no such role, or no login permission
    if (errorCode(error)?.startsWith('28')) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL's stored form of a password, which keeps the password itself out of the server's log. RFC 5803. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256');
  const keyOf = (label: string) => createHmac('sha256', salted).update(label).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

/**
 * Lets the restricted role log in. Roles are shared by the whole cluster, so the role is changed only when its login fails;
 * otherwise concurrent starts would interfere. @throws StartError when the owner may not, naming the missing grant.
 */
export async function ensureAppRole(owner: pg.Client, ownerUrl: string): Promise<void> {
  const url = appUrl(ownerUrl);
  if (!(await canSignIn(url))) {
    const password = scramVerifier(decodeURIComponent(splitUrl(url).userinfo.slice(APP_ROLE.length + 1)));
    try {
      await owner.query('begin');
      await owner.query("select pg_advisory_xact_lock(hashtext('keyward_app'))");
      const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [APP_ROLE]);
      await owner.query(`${rowCount ? 'alter' : 'create'} role ${APP_ROLE} login password '${password}'`);
      await owner.query('commit');
    } catch (cause) {
      await owner.query('rollback').catch(() => {});
      if (errorCode(cause) === '42501')
        throw new StartError(
          `The user of DATABASE_URL (${owner.user}) cannot create or change the role ${APP_ROLE}. Run as an administrator: ` +
            `alter role "${owner.user}" createrole;  and, if the role already exists:  grant ${APP_ROLE} to "${owner.user}" with admin option;`,
          { cause },
        );
      // 23505, 42710, XX000: the start of another database created the role concurrently
      if (!(await canSignIn(url))) throw cause;
    }
    if (!(await canSignIn(url)))
      throw new StartError(`The role ${APP_ROLE} cannot log in to the database of DATABASE_URL: check pg_hba.conf.`);
  }
  await refusePrivileged(owner);
}

async function refusePrivileged(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ rolsuper: boolean; rolbypassrls: boolean; owned: number }>(
    `select rolsuper, rolbypassrls,
       (select count(*)::int from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o') as owned
     from pg_roles r where rolname = $1`,
    [APP_ROLE],
  );
  const role = rows[0];
  if (!role || role.rolsuper || role.rolbypassrls || role.owned > 0)
    throw new StartError(
      `The role ${APP_ROLE} must not be a superuser, have bypassrls or own anything. Run: ` +
        `alter role ${APP_ROLE} nosuperuser nobypassrls;  reassign owned by ${APP_ROLE} to the owner of the database;`,
    );
}
