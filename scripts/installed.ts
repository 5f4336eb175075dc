// Exit code 0 when node_modules matches package-lock.json. Runs before anything is known to be installed, so it imports
// only Node's own modules.
import fs from 'node:fs';
import path from 'node:path';

type Lock = { packages: Record<string, { version?: string; optional?: boolean; link?: boolean }> };
const root = path.join(import.meta.dirname, '..');

function lock(file: string): Lock['packages'] {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  return (JSON.parse(text) as Lock).packages;
}

function isInstalled(): boolean {
  try {
    const wanted = lock('package-lock.json');
    const present = lock('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([name, entry]) => {
      if (!name.startsWith('node_modules/') && !name.includes('/node_modules/')) return true;
      const installed = present[name];
      return installed ? installed.version === entry.version : entry.optional === true;
    });
  } catch {
    return false;
  }
}

process.exitCode = isInstalled() ? 0 : 1;
