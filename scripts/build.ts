// Builds the portal when its sources have changed since the last build.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { program, root, run } from './steps.ts';

const sources = ['web', 'contract/src', 'package.json', 'package-lock.json'];
const stamp = path.join(root, '.cache/portal-build');

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

/** Builds web/dist unless it is up to date with the sources. Returns the error, if any. */
export async function build(): Promise<string | undefined> {
  const hash = sourceHash();
  const upToDate = fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash;
  if (upToDate && fs.existsSync(path.join(root, 'web/dist/index.html'))) return undefined;
  fs.rmSync(stamp, { force: true });
  const { ok, output } = await run('build', [program('vite'), 'build', '--logLevel', 'warn'], { cwd: 'web' });
  if (!ok) return output;
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
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
