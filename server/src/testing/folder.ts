import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '#db/embedded/locks.ts';

/** A temporary folder that any user may enter, because the database's user must. */
export function temporaryFolder(parent = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, 'keyward-test-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** Linux’s file system in memory, and the type that `statfs` returns for one. */
const memory = '/dev/shm';
const TMPFS = 0x01021994;
/** Free bytes required; the database of a test run takes less than a third of them. */
const room = 3 * 1024 ** 3;

const hasRoom = () => {
  try {
    const { type, bavail, bsize } = fs.statfsSync(memory);
    return type === TMPFS && bavail * bsize > room && os.freemem() > room;
  } catch {
    return false;
  }
};

const ownerFile = 'owner.pid';
/** Removes the folders of killed runs, which would stay in memory until the machine restarts. */
function removeAbandoned(): void {
  for (const name of fs.readdirSync(memory)) {
    const folder = path.join(memory, name);
    const owner = path.join(folder, ownerFile);
    if (!name.startsWith('keyward-test-') || !fs.existsSync(owner)) continue;
    if (!isAlive(Number(fs.readFileSync(owner, 'utf8')))) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A temporary folder for a database that need not survive the machine: in memory, if that has room. A new database is a thousand
 * small files, which take half a second on some disks and 30 ms in memory.
 */
export function folderInMemory(): string {
  if (!hasRoom()) return temporaryFolder();
  removeAbandoned();
  const folder = temporaryFolder(memory);
  fs.writeFileSync(path.join(folder, ownerFile), String(process.pid));
  return folder;
}
