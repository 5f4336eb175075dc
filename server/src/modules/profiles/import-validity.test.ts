import { auth } from '@keyward/contract/auth';
import { errorReply } from '@keyward/contract/errors';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { beforeEach, describe, expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);
const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'));
const find = async (username: string) => (await admin.call(profiles.list, { query: { username } })).data[0];
let made = 0;
let id = '';
beforeEach(() => void (id = `person.${made++}`));

describe('validity in a file', () => {
  const update = { update: 'true' } as const;
  const validity = async (username: string) => {
    const { valid_from: from, valid_until: until } = (await find(username)) ?? {};
    return [from, until];
  };

  test('is read in the zone of the organization, or with its own zone', async () => {
    await owner.query(`update tenant set config = '{"timeZone": "Europe/Paris"}' where id = $1`, [tenants.demo]);
    const file = csv(
      'name,profile id,Valid From,valid_until',
      `A,${id}a,2098-07-01 08:30,2098-12-01 18:00:30`,
      `B,${id}b,,2098-12-01T18:00:00.000Z`,
      // the clocks skip this hour
      `C,${id}c,2030-03-31 02:30,2030-04-01T00:00:00+09:00`,
    );
    await admin.call(imports.file, { file });
    await owner.query(`update tenant set config = '{}' where id = $1`, [tenants.demo]);
    expect(await validity(`${id}a`)).toEqual(['2098-07-01T06:30:00.000Z', '2098-12-01T17:00:30.000Z']);
    expect(await validity(`${id}b`)).toEqual([null, '2098-12-01T18:00:00.000Z']);
    expect(await validity(`${id}c`)).toEqual(['2030-03-31T01:30:00.000Z', '2030-03-31T15:00:00.000Z']);
  });

  test('is judged as in the form: invalid dates, their order, and one’s own validity', async () => {
    const cells = ['12/31/2098 18:00', '2098-12-31', '2098-02-30 10:00', '2098-12-31 24:30', '1999-01-01 00:00'];
    const wrong = [...cells, '2200-01-01 00:00', '2098-12-31 18:00 Europe/Paris', '1.2E+11'];
    const file = csv(
      'name,profile id,valid from,valid until',
      ...wrong.map((cell, i) => `P,${id}.${i},,${cell}`),
      `P,${id},2098-01-01 10:00,2098-01-01 10:00`,
      `,admin,,2098-01-01 10:00`,
    );
    const answer = await admin.request(imports.file, { file, query: update });
    const problems = (errorReply.parse(answer.body).data ?? []).flatMap(({ line, errors }) =>
      errors.map(({ field, message }) => `${line} ${field} ${message}`),
    );
    expect(problems).toEqual([
      ...[2, 3, 4, 5].map((line) => `${line} valid_until dateFormat`),
      '6 valid_until invalidValidity',
      '7 valid_until invalidValidity',
      '8 valid_until dateFormat',
      '9 valid_until digitsLost:1.2E+11',
      '9 valid_until dateFormat',
      '10 valid_until validityOrder',
      '11 valid_until cannotChangeOwnValidity',
    ]);
  });

  test('is between 2000 and 2199 in any zone, even where the year of the instant has five digits', async () => {
    await owner.query(`update tenant set config = '{"timeZone": "America/New_York"}' where id = $1`, [tenants.demo]);
    const cells = ['9999-12-31 23:59', '2199-12-31 19:00', '1999-12-31 18:59', '2199-12-31 18:59'];
    const file = csv('name,profile id,valid until', ...cells.map((cell, i) => `P,${id}.${i},${cell}`));
    const answer = await admin.request(imports.file, { file });
    await owner.query(`update tenant set config = '{}' where id = $1`, [tenants.demo]);
    expect(errorReply.parse(answer.body).data).toEqual(
      [2, 3, 4].map((line) => ({ line, errors: [{ field: 'valid_until', message: 'invalidValidity' }] })),
    );
  });

  test('stays where the cell is empty, is cleared by the switch, and the same file twice changes nothing', async () => {
    const { data } = await admin.call(profiles.create, {
      body: { name: 'P', username: id, valid_until: '2098-12-01T18:00:00.000Z' },
    });
    const theirs = await portal.signIn(data.id);
    const send = async (cells: string, query: object = update) =>
      (await admin.call(imports.file, { file: csv('profile id,valid from,valid until', `${id},${cells}`), query }))
        .data;
    expect(await send(',')).toMatchObject({ unchanged: 1 });
    expect(await send(',2098-12-01 18:00')).toMatchObject({ unchanged: 1 });
    expect(await send('2000-01-01 00:00,2099-12-01 18:00')).toMatchObject({ updated: 1 });
    expect((await theirs.request(auth.me)).status).toBe(200);
    expect(await send(',', { ...update, clear: 'true' })).toMatchObject({ updated: 1 });
    expect(await validity(id)).toEqual([null, null]);
    // a past end ends the session
    expect(await send(',2001-01-01 00:00')).toMatchObject({ updated: 1 });
    expect((await theirs.request(auth.me)).status).toBe(401);
    const users = [{ name: 'J', username: `${id}j`, valid_until: '2098-12-01 18:00' }];
    await admin.call(imports.bulk, { body: { users } });
    expect(await validity(`${id}j`)).toEqual([null, '2098-12-01T18:00:00.000Z']);
  });
});
