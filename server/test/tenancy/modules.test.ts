// Checks what lint cannot see: the text of SQL fragments, and the files that contain queries.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { tenantTables } from '#testing/state.ts';

const source = path.join(import.meta.dirname, '../../src');
const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|testing|nightly)\.ts$/.test(file))
    .map((file) => `${folder}/${file}`);
const files = filesIn('modules');
/** Columns and totals of a list are SQL text that names tables; `own` writes their tenant. */
const ofLists = /[/-](list|columns|total)\.ts$/;

/** Without comments. */
const codeOf = (file: string) => fs.readFileSync(path.join(source, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');

/** Files of core, or folders of them, whose SQL is text. */
const decision = fs.readFileSync(path.join(source, '../../docs/decisions/0050-one-way-to-sql.md'), 'utf8');
const textFiles = (decision.match(/^\| `.*$/gm) ?? []).flatMap((row) =>
  [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
);
const isTextFile = (file: string) =>
  textFiles.some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name));

test('no module names the tenant’s column, and no SQL fragment names a table: the plugin does not read fragments', async () => {
  const { database } = await openPortal();
  const tables = (await tenantTables(database)).join('|');
  const table = new RegExp(`\\b(from|join|into|update|using) "?(${tables})\\b`, 'i');
  const naming = (pattern: RegExp, among: readonly string[]) =>
    among.flatMap((file) => {
      const found = pattern.exec(codeOf(file))?.[0];
      return found ? [`${file}: ${found}`] : [];
    });
  const fragments = [...files, ...filesIn('core')].filter((file) => !ofLists.test(file) && !isTextFile(file));
  expect([...naming(/tenant_id/i, files), ...naming(table, fragments)]).toEqual([]);
  expect(fragments.length).toBeGreaterThan(60);
});

test('a module queries the database only in its queries files', () => {
  const query = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
  const asking = files.filter((file) => query.test(codeOf(file)));
  expect(asking.length).toBeGreaterThan(10);
  expect(asking.filter((file) => !/\bqueries\.ts$/.test(file))).toEqual([]);
});

test('only the files listed in decision 0050 contain SQL text', () => {
  const runsText =
    /from '#db\/(sql|bulk)\.ts'|import \{[^}]*\b(rows|outsideTenants)\b[^}]*\} from '#db\/tenant\.ts'|\b(newParams|runWithParams)\b|\.query[<(]/;
  const text = ['core', 'modules'].flatMap(filesIn).filter((file) => runsText.test(codeOf(file)));
  expect(text.filter((file) => !isTextFile(file))).toEqual([]);
  // and each of them has some
  expect(textFiles.filter((name) => !text.some((file) => file.startsWith(name)))).toEqual([]);
});
