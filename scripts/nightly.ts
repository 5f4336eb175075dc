// `npm run test:nightly [-- path …]`: the server tests again through PgBouncer in transaction mode; the tests of a full
// disk and of a restored dump, which need root and the tools of PostgreSQL 15 or newer; and all browser tests,
// including those marked `nightly`. With paths, only the server tests there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build } from './build.ts';
import { program, run } from './steps.ts';

const version = () => spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout?.split('\n', 1)[0];

/** Installs Debian's packages as root. Neither PgBouncer nor pg_dump is in an npm package. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing PgBouncer and PostgreSQL (apt-get install pgbouncer postgresql) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer', 'postgresql'],
  ])
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

async function browserTests(): Promise<boolean> {
  await build();
  const { ok } = await run('browser tests', ['e2e/run.ts'], { show: true });
  return ok;
}

if (!version() || !existsSync('/usr/lib/postgresql')) install();
const installedVersion = version();
if (installedVersion) {
  console.log(`${installedVersion} in transaction mode`);
  const paths = process.argv.slice(2);
  const args = ['run', '--config', 'vitest.nightly.config.ts', ...paths];
  const { ok } = await run('nightly', [program('vitest'), ...args], { show: true });
  const inBrowser = paths.length > 0 || (await browserTests());
  process.exitCode = ok && inBrowser ? 0 : 1;
} else {
  console.error(
    'The nightly tests need PgBouncer 1.18 or newer in the PATH: apt-get install pgbouncer, dnf install pgbouncer or brew install pgbouncer.',
  );
  process.exitCode = 1;
}
