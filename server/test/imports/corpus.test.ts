import { errorReply } from '@keyward/contract/errors';
import { groups } from '@keyward/contract/groups';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { expect, test, vi } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { corpus } from './corpus.ts';
import { type Case, head, of, problems } from './files.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);
await admin.call(groups.create, { body: { label: 'Badge', type: 0, objects: [{ type: 'users' }] } });
for (const name of ['Night, weekend', 'Early', 'Late', 'Early, late']) {
  await admin.call(roles.create, { body: { name, permissions: [] } });
}

let serial = 0;
/** Replaces `$` by a profile ID that is unique in the run; `$$` is the character itself. */
const fill = (text: string, id: string) => text.replace(/\$\$|\$/g, (found) => (found === '$$' ? '$' : id));
function fillFile(file: Uint8Array, id: string): Uint8Array {
  if (file.length > 1_000_000) return file;
  // in UTF-16 each byte of the ID is followed or preceded by a zero; latin1 keeps every byte
  const text = Buffer.from(file).toString('latin1');
  const wide = text.includes('$\0') ? [...id].join('\0') : text.includes('\0$') ? [...id].join('\0') : id;
  return Buffer.from(fill(text, wide), 'latin1');
}
const fillAll = (value: unknown, id: string): unknown => JSON.parse(fill(JSON.stringify(value), id));

async function stateOfProfiles() {
  const { rows } = await owner.query(
    `select count(*)::int as profiles, max(updated_at) as changed,
       (select count(*)::int from event where tenant_id = $1) as events,
       (select count(*)::int from profile_import) as imports
     from profile where tenant_id = $1`,
    [tenants.demo],
  );
  return rows[0];
}

async function check({ file, query, outcome }: Case) {
  const id = `p.${serial++}`;
  const before = await stateOfProfiles();
  const answer = await admin.request(imports.file, { file: fillFile(file, id), ...(query ? { query } : {}) });
  if ('stored' in outcome) {
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    const expected = fillAll(outcome.stored, id) as Record<string, unknown>;
    const { data } = await admin.call(profiles.list, {
      query: { username: `like:*${id}*`, with: 'tags', sort: 'created_at:asc' },
    });
    const stored = data.find(({ username }) => username.includes(id) && username !== `${id}b`);
    const { text, roles: held, ...fields } = expected;
    expect(stored).toMatchObject(fields);
    if (held) expect(stored?.roles.map(({ name }) => name).toSorted()).toEqual(held);
    if (text) expect(Object.values(stored?.tags ?? {}).flat()).toContain(text);
    return;
  }
  const { errors, data = [] } = errorReply.parse(answer.body);
  if ('code' in outcome) expect(errors[0]?.code).toBe(outcome.code);
  else {
    const found = data.flatMap(({ line, errors: all }) =>
      all.map(({ field, message }) => `${line} ${field} ${message}`),
    );
    expect(found).toEqual(outcome.problems.map((text) => fill(text, id)));
    expect(answer.status).toBe(422);
  }
  expect(await stateOfProfiles(), 'a refused file changes nothing').toEqual(before);
}

test('the corpus has at least 150 cases', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(150);
});

test('a megabyte of short names in a cell is refused before the names are folded', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    const names = 'a;'.repeat(500_000);
    const outcome = problems(`2 Department unknownTagValue:${names.slice(0, 100)}…`);
    await check(of('short names', `${head},groups\nAnn,long.cell,"${names}"`, outcome));
    expect(normalize.mock.calls.length).toBeLessThan(1000);
  } finally {
    normalize.mockRestore();
  }
});

test.each(corpus.map((one) => [one.name, one] as const))(
  '%s has the expected outcome',
  { timeout: 20_000 },
  async (_, one) => check(one),
);
