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

/** Linux’s file system in memory, and the type by which `statfs` names such a one. */
const memory = '/dev/shm';
const TMPFS = 0x01021994;
/** The database of a test run takes less than a third of it. */
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
/** What killed runs left in memory would stay there until the machine restarts. */
function removeAbandoned(): void {
  for (const name of fs.readdirSync(memory)) {
    const folder = path.join(memory, name);
    const owner = path.join(folder, ownerFile);
    if (!name.startsWith('keyward-test-') || !fs.existsSync(owner)) continue;
    if (!isAlive(Number(fs.readFileSync(owner, 'utf8')))) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A temporary folder for a database that need not survive the machine: in memory, where that has room. A new database
 * is a thousand small files, which take half a second on some disks and 30 ms there.
 */
export function folderInMemory(): string {
  if (!hasRoom()) return temporaryFolder();
  removeAbandoned();
  const folder = temporaryFolder(memory);
  fs.writeFileSync(path.join(folder, ownerFile), String(process.pid));
  return folder;
}
