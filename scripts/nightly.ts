// `npm run test:nightly [-- path …]`: the tests again with PgBouncer in transaction mode before the database;
// a disk that is full and a dump that is restored, for which it is root and has the tools of PostgreSQL 15 or newer.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { program, run } from './steps.ts';

const version = () => spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout?.split('\n', 1)[0];

/** As root on Debian: its packages. Neither PgBouncer nor pg_dump is in a package of npm. */
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

if (!version() || !existsSync('/usr/lib/postgresql')) install();
const found = version();
if (found) {
  console.log(`${found} in transaction mode`);
  const args = ['run', '--config', 'vitest.nightly.config.ts', ...process.argv.slice(2)];
  const { ok } = await run('nightly', [program('vitest'), ...args], { show: true });
  process.exitCode = ok ? 0 : 1;
} else {
  console.error(
    'The nightly tests need PgBouncer 1.18 or newer in the PATH: apt-get install pgbouncer, dnf install pgbouncer or brew install pgbouncer.',
  );
  process.exitCode = 1;
}
