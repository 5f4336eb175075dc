// The matrix with one of tenancy's two nets off, over one connection that serves both tenants in turn: each
// net must hold alone, and no tenant state may stay on a connection.
import { afterEach, describe, expect, test } from 'vitest';
import { dropRowLevelSecurity, restoreNets } from '#testing/nets.ts';
import { openPortal } from '#testing/portal.ts';
import { openCells } from './cells.ts';
import { principals } from './principals.ts';

/** Synthetic callers with one permission are refused before any row is read. */
const selected = Object.entries(principals).filter(([who]) => !who.startsWith('only '));

afterEach(restoreNets);

const kinds = [
  { nets: 'row-level security alone', connections: 8 },
  { nets: 'the predicate alone', connections: 8 },
  { nets: 'both', connections: 1 },
] as const;

describe.each(kinds)('$nets, $connections connections', ({ nets, connections }) => {
  test('every cell matches the model', async () => {
    const { run, count } = await openCells(await openPortal({ nets, connections }));
    const wrong: string[] = [];
    for (const [who, principal] of selected) wrong.push(...(await run(who, principal)));
    console.log(`${nets}, ${connections} connections: ${count()} cells`);
    expect(wrong).toEqual([]);
  }, 900_000);
});

test('with neither net some cells differ, so the cells detect a leak', async () => {
  const portal = await openPortal({ nets: 'row-level security alone' });
  const { run } = await openCells(portal);
  await dropRowLevelSecurity(portal.database);
  const { admin } = principals;
  const wrong = admin ? await run('admin', admin) : [];
  expect(wrong.some((cell) => cell.includes('harbor'))).toBe(true);
}, 60_000);
