// Checks of live processes: the postmaster of a data folder, and the server that owns the folder.
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
 * Removes lock files of dead processes. PostgreSQL removes a stale one itself, but its check is kill(pid, 0), which also succeeds
 * for a zombie (in a container whose first process does not reap) and for a pid that another program has reused.
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

/** Removes a claim that was found stale, unless another process has removed it and made its own in between. */
function removeStale(file: string, owner: string | undefined): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    fs.renameSync(file, aside); // of several processes one gets it
    if (read(aside) !== owner) fs.linkSync(aside, file);
  } catch (error) {
    // removed by another process, or a third one made its claim before this one was put back
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/**
 * Makes this process the only server of a data folder: a second one would adopt the first one's database and then stop
 * it. Returns a function that releases the folder.
 */
export function claim(dataDir: string): () => void {
  const file = path.join(dataDir, 'owner');
  const own = `${file}.${process.pid}`;
  const claimed = `${process.pid} ${identity(process.pid)}`;
  fs.writeFileSync(own, claimed);
  try {
    for (;;) {
      try {
        fs.linkSync(own, file); // atomic, and never an empty file
        return () => {
          if (read(file) === claimed) fs.rmSync(file, { force: true });
        };
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      const owner = read(file);
      const [text, began] = owner?.split(' ') ?? [];
      const pid = Number(text);
      if (
        pid > 0 &&
        isAlive(pid) &&
        (pid === process.pid ? began === identity(pid) : !began || began === identity(pid))
      )
        throw new StartError(
          `Another server (process ${pid}) uses the data folder ${dataDir}. Stop it, or set KEYWARD_DATA to another folder.`,
        );
      removeStale(file, owner);
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
}
