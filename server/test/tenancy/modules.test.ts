// Checks what lint cannot see: the text of SQL fragments, and the files that queries stand in.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { tenantTables } from '#testing/state.ts';

const folder = path.join(import.meta.dirname, '../../src/modules');
const files = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|testing|nightly)\.ts$/.test(file));
/** Columns and search of a list are SQL text that names tables; `own` writes their tenant. */
const ofLists = /[/-](list|columns|search|total)\.ts$/;
const withoutLists = files.filter((file) => !ofLists.test(file));

/** Without comments. */
const codeOf = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');

test('no module names the tenant’s column, and no SQL fragment a table: the plugin does not read fragments', async () => {
  const { database } = await openPortal();
  const tables = (await tenantTables(database)).join('|');
  const table = new RegExp(`\\b(from|join|into|update|using) "?(${tables})\\b`, 'i');
  const naming = (pattern: RegExp, among: readonly string[]) =>
    among.flatMap((file) => {
      const found = pattern.exec(codeOf(file))?.[0];
      return found ? [`${file}: ${found}`] : [];
    });
  expect([...naming(/tenant_id/i, files), ...naming(table, withoutLists)]).toEqual([]);
  expect(withoutLists.length).toBeGreaterThan(60);
  expect(files.length).toBeGreaterThan(withoutLists.length);
});

test('a module asks the database in its queries files alone', () => {
  const query = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
  const asking = files.filter((file) => query.test(codeOf(file)));
  expect(asking.length).toBeGreaterThan(10);
  expect(asking.filter((file) => !/\bqueries\.ts$/.test(file))).toEqual([]);
});
