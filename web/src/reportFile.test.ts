import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a scheduled report has the same file as the download of its list', () => {
  const features = join(import.meta.dirname, 'features');
  const own = readdirSync(features).filter((name) => existsSync(join(features, name, 'csv.ts')));
  expect(own).toContain('devices');
  const source = readFileSync(join(import.meta.dirname, 'reportFile.ts'), 'utf8');
  for (const name of own) expect(source).toContain(`from './features/${name}/csv.ts'`);
});
