// `npm run db:types`: generates types.ts from a throw-away database with all migrations.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryCluster } from '#testing/cluster.ts';
import { migrate } from './migrate.ts';

const file = path.join(import.meta.dirname, 'types.ts');
const cluster = await temporaryCluster();
try {
  const url = cluster.url('postgres');
  await migrate(url);
  const made = spawnSync(
    process.execPath,
    [
      path.join(import.meta.dirname, '../../../node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      file,
      '--default-schema',
      'public',
      '--exclude-pattern',
      '{schema_migration,graphile_worker.*}',
      // matches the parsers of pool.ts
      '--date-parser',
      'string',
      '--type-mapping',
      JSON.stringify({ int8: 'number' }),
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
  process.exitCode = made.status ?? 1;
  const instant = 'ColumnType<string, Date | string, Date | string>';
  const text = fs.readFileSync(file, 'utf8').replace(/(export type Timestamp = )[^;]+/, `$1${instant}`);
  fs.writeFileSync(file, text.trimStart());
} finally {
  await cluster.stop();
}
