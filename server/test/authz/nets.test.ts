// The matrix with one of tenancy's two nets off, over one connection that serves both tenants in turn: each
// net must hold alone, and no tenant state may stay on a connection.
import { afterEach, describe, expect, test } from 'vitest';
import { dropRowLevelSecurity, restoreNets } from '#testing/nets.ts';
import { nightly } from '#testing/nightly.ts';
import { openPortal } from '#testing/portal.ts';
import { openCells } from './cells.ts';
import { principals } from './principals.ts';

/** Callers that reach the tenant's rows: with one location of it, and with all data of another tenant. */
const some = ['clerk', 'harborAdmin'];
/** Synthetic callers with one permission are refused before any row is read. */
const selected = Object.entries(principals).filter(([who]) =>
  nightly ? !who.startsWith('only ') : some.includes(who),
);

afterEach(restoreNets);

const kinds = [
  { nets: 'row-level security alone', connections: 8 },
  { nets: 'the predicate alone', connections: 8 },
  { nets: 'both', connections: 1 },
] as const;

describe.each(nightly ? kinds : kinds.slice(0, 1))('$nets, $connections connections', ({ nets, connections }) => {
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
