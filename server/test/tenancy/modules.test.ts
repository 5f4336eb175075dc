// Checks the text of SQL fragments, which lint cannot see.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { tenantTables } from '#testing/state.ts';

const folder = path.join(import.meta.dirname, '../../src/modules');
/** Columns and search of a list are SQL text, which the list engine scopes to the tenant. */
const ofLists = /\/(list|columns|search|total)\.ts$/;
const files = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(file) && !ofLists.test(file));

test('no module names the tenant’s column, and no SQL fragment a table: the plugin does not read fragments', async () => {
  const { database } = await openPortal();
  const tables = (await tenantTables(database)).join('|');
  const named = new RegExp(`\\b(from|join|into|update|using) "?(${tables})\\b|tenant_id`, 'i');
  const wrong = files.flatMap((file) => {
    // skips comments
    const code = fs.readFileSync(path.join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    const found = named.exec(code)?.[0];
    return found ? [`${file}: ${found}`] : [];
  });
  expect(wrong).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});
