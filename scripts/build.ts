// Builds the portal when its sources have changed since the last build.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { program, root, run } from './steps.ts';

const sources = ['web', 'contract/src', 'package.json', 'package-lock.json'];
const stamp = path.join(root, '.cache/portal-build');
const dist = path.join(root, 'web/dist');

function files(relative: string): string[] {
  const at = path.join(root, relative);
  if (!fs.statSync(at).isDirectory()) return [relative];
  return fs
    .readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .flatMap((entry) => files(path.join(relative, entry.name)));
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(files).toSorted())
    hash.update(file).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** Replaces a folder by another. The target is complete at every moment but the one between two renames. */
export function replaceFolder(target: string, made: string): void {
  const former = `${made}.former`;
  try {
    if (fs.existsSync(target)) fs.renameSync(target, former);
    fs.renameSync(made, target);
  } catch (error) {
    // another process has put its own there in between
    if (!(error instanceof Error && 'code' in error && /^(ENOENT|ENOTEMPTY|EEXIST)$/.test(String(error.code))))
      throw error;
    if (!fs.existsSync(target)) throw error;
  } finally {
    for (const folder of [made, former]) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Builds web/dist unless it is up to date with the sources. Returns the error, if any. Builds in another folder, since another
 * start may build at the same time, or serve the present files.
 */
export async function build(): Promise<string | undefined> {
  const hash = sourceHash();
  const upToDate = fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash;
  if (upToDate && fs.existsSync(path.join(dist, 'index.html'))) return undefined;
  const made = path.join(path.dirname(stamp), `portal-${process.pid}`);
  const options = ['--logLevel', 'warn', '--outDir', made, '--emptyOutDir'];
  const { ok, output } = await run('build', [program('vite'), 'build', ...options], { cwd: 'web' });
  if (!ok) {
    fs.rmSync(made, { recursive: true, force: true });
    return output;
  }
  fs.rmSync(stamp, { force: true });
  replaceFolder(dist, made);
  fs.writeFileSync(stamp, hash);
  return undefined;
}

if (import.meta.main) {
  const problem = await build();
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
  }
}
