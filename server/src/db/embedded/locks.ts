// Which processes are alive: the postmaster of a data folder, and the server that owns the folder.
import fs from 'node:fs';
import path from 'node:path';
import { StartError, errorCode } from '#db/start-error.ts';

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Whether the process is a postgres; without /proc (not Linux), any live process counts as one. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  return process.platform !== 'linux' || (read(`/proc/${pid}/cmdline`) ?? '').includes('postgres');
}

/** The pid of the live postmaster of this cluster. */
export function livePostmaster(cluster: string): number | undefined {
  const [pid, folder] = read(path.join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const n = Number(pid);
  if (!(n > 0) || !folder || !isPostgres(n)) return undefined;
  return fs.existsSync(folder) && fs.realpathSync(folder) === fs.realpathSync(cluster) ? n : undefined;
}

/** Whether the postmaster accepts connections. */
export function postmasterReady(cluster: string): boolean {
  return /\nready\s*$/.test(read(path.join(cluster, 'postmaster.pid')) ?? '');
}

/**
 * PostgreSQL removes a stale lock file itself, but its check is kill(pid, 0), which also succeeds for a zombie (in a
 * container whose first process does not reap) and for a pid that another program has reused.
 */
export function clearDeadLocks(...files: string[]) {
  for (const file of files) {
    const pid = Math.abs(Number(read(file)?.split('\n')[0]));
    if (pid > 0 && isAlive(pid) && !isPostgres(pid)) fs.rmSync(file, { force: true });
  }
}

/** Distinguishes two processes with the same pid: the boot id and the start time of the process. Linux only. */
function identity(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  if (!stat) return '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19] ?? ''}`;
}

/**
 * Makes this process the only server of a data folder: a second one would adopt the first one's database and then stop
 * it. Returns a function that releases the folder.
 */
export function claim(dataDir: string): () => void {
  const file = path.join(dataDir, 'owner');
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, `${process.pid} ${identity(process.pid)}`);
  try {
    for (;;) {
      try {
        fs.linkSync(own, file); // atomic, and never an empty file
        return () => fs.rmSync(file, { force: true });
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      const [text, began] = read(file)?.split(' ') ?? [];
      const pid = Number(text);
      if (
        pid > 0 &&
        isAlive(pid) &&
        (pid === process.pid ? began === identity(pid) : !began || began === identity(pid))
      )
        throw new StartError(
          `Another server (process ${pid}) uses the data folder ${dataDir}. Stop it, or set KEYWARD_DATA to another folder.`,
        );
      fs.rmSync(file, { force: true });
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
}
