import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { groups } from '@keyward/contract/groups';
import { errorReply } from '@keyward/contract/errors';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { settings } from '@keyward/contract/settings';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, anonymous, manager } = portal.as;
const owner = portal.database.system;
await owner.query(
  `update profile set is_keyward_admin = true where tenant_id = $1 and username in ('admin', 'manager')`,
  [tenants.demo],
);

const { data: definitions } = await admin.call(groups.definitions, {});
const department = definitions.find((d) => d.label === 'Department')?.id ?? '';
const bytes = (text: string) => new TextEncoder().encode(text);
const csv = (...lines: string[]) => bytes(lines.join('\r\n'));
const upload = (file: Uint8Array, query = {}, who = admin) => who.request(imports.file, { file, query });
const problems = (answer: { body: unknown }) =>
  (errorReply.parse(answer.body).data ?? []).flatMap(({ line, errors }) =>
    errors.map(({ field, message }) => `${line} ${field} ${message}`),
  );
const people = async () =>
  (
    await owner.query<{ username: string }>('select username from profile where tenant_id = $1 order by 1', [
      tenants.demo,
    ])
  ).rows.map(({ username }) => username);
const find = async (username: string) => (await admin.call(profiles.list, { query: { username } })).data[0];
let made = 0;
let id = '';
beforeEach(() => void (id = `person.${made++}`));

describe('a file', () => {
  test('has local times in the zone of the location that it gives the profile, across both clock changes', async () => {
    await owner.query(
      `insert into location_hours (tenant_id, value_id, time_zone)
       select tenant_id, id, case name when $2 then 'Asia/Tokyo' else 'Europe/London' end from tag_value
       where tenant_id = $1 and name in ($2, $3)`,
      [tenants.demo, north, south],
    );
    try {
      const columns = 'name,profile id,location,valid from,valid until';
      const line = (suffix: string, location: string, bounds: string) => `A,${id}.${suffix},${location},${bounds}`;
      const local = '2099-01-01 08:00,2099-06-01 08:00';
      await upload(
        csv(
          columns,
          line('north', north, local),
          line('south', south, local),
          line('none', '', local),
          // London, 2026: 01:30 does not exist on 29 March, and comes twice on 25 October
          line('clock', south, '2026-03-29 01:30,2026-10-25 01:30'),
        ),
      );
      const bounds = async (suffix: string) => {
        const profile = await find(`${id}.${suffix}`);
        return [profile?.valid_from, profile?.valid_until];
      };
      expect(await bounds('north')).toEqual(['2098-12-31T23:00:00.000Z', '2099-05-31T23:00:00.000Z']);
      expect(await bounds('south')).toEqual(['2099-01-01T08:00:00.000Z', '2099-06-01T07:00:00.000Z']);
      expect(await bounds('none')).toEqual(['2099-01-01T08:00:00.000Z', '2099-06-01T08:00:00.000Z']);
      expect(await bounds('clock')).toEqual(['2026-03-29T01:30:00.000Z', '2026-10-25T00:30:00.000Z']);
      // moved by the same file, then left at its location
      const moved = csv(columns, line('north', south, local));
      await upload(moved, { update: 'true' });
      expect(await bounds('north')).toEqual(['2099-01-01T08:00:00.000Z', '2099-06-01T07:00:00.000Z']);
      await upload(csv('profile id,valid until', `${id}.north,2099-07-01 08:00`), { update: 'true' });
      expect((await bounds('north'))[1]).toBe('2099-07-01T07:00:00.000Z');
    } finally {
      await owner.query('delete from location_hours');
    }
  });

  test('adds profiles with roles, tags, location and a temporary password', async () => {
    const file = csv(
      'NAME,Profile ID,email address,Temporary password,roles,Location,Department',
      `Ann New,${id},${id}@demo.example,Start-here-1,Store clerk; OKM user,${north},"toys, SHOES"`,
    );
    const { data } = await admin.call(imports.file, { file, query: { activate: 'true' } });
    expect(data).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
    expect(await find(id)).toMatchObject({
      name: 'Ann New',
      email: `${id}@demo.example`,
      disabled: false,
      locationTagValue: north,
      tagValues: ['Toys', 'Shoes'],
    });
    expect((await find(id))?.roles.map(({ name }) => name).toSorted()).toEqual(['OKM user', 'Store clerk']);
    const signedIn = await anonymous.request(auth.login, { body: { username: id, password: 'Start-here-1' } });
    expect(signedIn.status).toBe(200);
  });

  test('adds profiles as disabled unless they are activated', async () => {
    await admin.call(imports.file, { file: csv('name,profile id', `Off,${id}`) });
    expect((await find(id))?.disabled).toBe(true);
  });

  test('records one event a profile, and one for the activation', async () => {
    const before = (await admin.call(activity.list, { query: { event: 'IMPORT_USERS,ACTIVATE_USERS' } })).total_results;
    const file = csv('name,profile id', `A,${id}a`, `B,${id}b`);
    await admin.call(imports.file, { file, query: { activate: 'true', name: 'staff.csv' } });
    const { data, total_results } = await admin.call(activity.list, {
      query: { event: 'IMPORT_USERS,ACTIVATE_USERS' },
    });
    expect(total_results - before).toBe(3);
    expect(
      data
        .slice(0, 3)
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(['ACTIVATE_USERS', 'IMPORT_USERS', 'IMPORT_USERS']);
    expect(JSON.stringify(data)).toContain('staff.csv');
  });

  test('is refused as a whole, with every problem of every line', async () => {
    const before = await people();
    const answer = await upload(
      csv(
        'name,profile id,email address,roles',
        `Good,${id},,`,
        `,b b,nobody,Wizard`,
        `Clerk,CLERK,clerk@demo.example,`,
      ),
    );
    expect(answer.status).toBe(422);
    expect(problems(answer)).toEqual([
      '3 username usernameCharsNotAllowed',
      '3 name required',
      '3 email emailInvalid',
      '3 roles unknownRole:Wizard',
      '4 username usernameTaken',
      '4 email emailTaken',
    ]);
    expect(await people()).toEqual(before);
  });

  test('names both lines of a duplicate', async () => {
    const answer = await upload(csv('name,profile id', `A,${id}`, 'B,other.one', `C,${id.toUpperCase()}`));
    expect(problems(answer)).toEqual(['2 username duplicateInFile:4', '4 username duplicateInFile:2']);
  });

  test('sent twice adds its profiles once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const file = csv('name,profile id', `Once,${id}`);
    const first = await admin.with(key).request(imports.file, { file });
    const again = await admin.with(key).request(imports.file, { file });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = await admin.with(key).request(imports.file, { file: csv('name,profile id', 'Other,other.file') });
    expect(other.status).toBe(422);
  });

  test('of another type, or none, is refused', async () => {
    expect((await admin.raw('POST', imports.file.path, { a: 1 })).status).toBe(415);
    expect((await admin.raw('POST', imports.file.path)).status).toBe(415);
    expect((await admin.raw('POST', imports.bulk.path, csv('name'), { 'content-type': 'text/csv' })).status).toBe(415);
    const zipped = await admin.raw('POST', imports.file.path, csv('name'), {
      'content-type': 'text/csv',
      'content-encoding': 'gzip',
    });
    expect(zipped.status).toBe(415);
  });

  test('that cannot be parsed is refused in the language of the caller, not in the parser’s', async () => {
    await manager.call(settings.create, { body: { name: 'Locale', category: 'UI', value: 'fr' } });
    const detailOf = async (file: Uint8Array) =>
      errorReply.parse((await upload(file, {}, manager)).body).errors[0]?.detail.replaceAll('\u00a0', ' ');
    expect(await detailOf(csv('name,profile id', `"Ann,${id}`))).toBe('Champ entre guillemets non terminé');
    expect(await detailOf(csv('name,profile id', `"Ann"x,${id}`))).toBe('Guillemet final mal placé');
    expect(await detailOf(csv(`name,profile id${',x'.repeat(300)}`, `Ann,${id}`))).toBe(
      'Le fichier CSV dépasse 200 colonnes',
    );
  });

  test('may have only as many rows as the tenant allows', async () => {
    await owner.query(`update tenant set config = jsonb_build_object('csvUploadRecordsLimit', 2) where id = $1`, [
      tenants.demo,
    ]);
    const rows = (n: number) => Array.from({ length: n }, (_, i) => `R,${id}.${i}`);
    const answer = await upload(csv('name,profile id', ...rows(3)));
    expect(errorReply.parse(answer.body).errors[0]).toMatchObject({
      code: 'csvExceedsLimit',
      detail: 'CSV file exceeds 2 records',
    });
    expect((await upload(csv('name,profile id', ...rows(2)))).status).toBe(201);
    const users = rows(3).map((_, i) => ({ name: 'R', username: `${id}.b${i}` }));
    expect((await admin.refused(imports.bulk, { body: { users } })).code).toBe('csvExceedsLimit');
    await owner.query(`update tenant set config = '{}' where id = $1`, [tenants.demo]);
  });
});

describe('an update', () => {
  const update = { update: 'true' } as const;
  test('changes the fields that the file has, and keeps those that it lacks', async () => {
    const body = {
      name: 'Before',
      username: id,
      email: `${id}@demo.example`,
      tags: [{ tagId: department, values: ['Toys'] }],
    };
    await admin.call(profiles.create, { body });
    const file = csv('profile id,name,email address,department', `${id.toUpperCase()},After,,`);
    expect((await admin.call(imports.file, { file, query: update })).data).toMatchObject({ updated: 1 });
    expect(await find(id)).toMatchObject({ name: 'After', email: body.email, tagValues: ['Toys'] });
    const cleared = await admin.call(imports.file, { file, query: { ...update, clear: 'true' } });
    expect(cleared.data).toMatchObject({ updated: 1 });
    expect(await find(id)).toMatchObject({ email: null, tagValues: [], username: id });
  });

  test('with the same file twice changes nothing the second time', async () => {
    const file = csv(
      'name,profile id,temporary password,roles,department,location',
      `Same,${id},Start-here-1,OKM user;Store clerk,Shoes;Toys,${south}`,
    );
    expect((await admin.call(imports.file, { file, query: update })).data).toMatchObject({ created: 1 });
    const version = async () =>
      (await owner.query(`select version, password_hash, updated_at from profile where username = $1`, [id])).rows[0];
    const before = await version();
    const again = csv(
      'name,profile id,temporary password,roles,department,location',
      ` Same ,${id},Start-here-1,store CLERK; okm user,"Toys,Shoes",${south}`,
    );
    expect((await admin.call(imports.file, { file: again, query: update })).data).toMatchObject({
      updated: 0,
      unchanged: 1,
    });
    expect(await version()).toEqual(before);
  });

  test('with a new temporary password ends the sessions', async () => {
    const { data } = await admin.call(profiles.create, { body: { name: 'P', username: id } });
    const theirs = await portal.signIn(data.id);
    const file = csv('profile id,temporary password', `${id},Another-one-1`);
    expect((await admin.call(imports.file, { file, query: update })).data).toMatchObject({ updated: 1 });
    expect((await theirs.request(auth.me)).status).toBe(401);
    expect((await find(id))?.name).toBe('P');
  });

  test('never takes a locked role from its last holder, not even with two lines', async () => {
    await admin.call(imports.file, {
      file: csv('name,profile id,roles', `Second,${id},Admin`),
      query: { activate: 'true' },
    });
    const both = csv('profile id,roles', 'admin,OKM user', `${id},OKM user`);
    const answer = await upload(both, update);
    expect(problems(answer)).toEqual(['2 roles lastHolder:Admin', '3 roles lastHolder:Admin']);
    expect((await upload(csv('profile id,roles', `${id},OKM user`), update)).status).toBe(201);
  });
});

describe('rights', () => {
  test('only the in-product admin can import', async () => {
    const file = csv('name,profile id', `X,${id}`);
    for (const who of [portal.as.editor, portal.as.harborAdmin]) {
      expect(await who.refused(imports.file, { file })).toMatchObject({ status: 403, code: 'importNotAllowed' });
      const body = { users: [{ name: 'X', username: id }] };
      expect(await who.refused(imports.bulk, { body })).toMatchObject({ status: 403, code: 'importNotAllowed' });
    }
    expect((await portal.as.clerk.request(imports.file, { file })).status).toBe(403);
    expect((await anonymous.request(imports.file, { file })).status).toBe(401);
  });

  test('an import gives no more than its actor holds, and nothing outside the actor’s locations', async () => {
    const answer = await upload(
      csv('name,profile id,roles,location', `A,${id},Store clerk,${north}`, `B,${id}b,,${south}`, `Ada,admin,,`),
      { update: 'true' },
      portal.as.manager,
    );
    expect(answer.status).toBe(422);
    expect(problems(answer)).toEqual([
      '2 roles cannotAssignRoles',
      '3 Location locationNotAllowed',
      '4 username usernameTaken',
    ]);
  });
});

describe('the same rows as JSON', () => {
  test('are judged alike', async () => {
    const before = await people();
    const users = [
      {
        name: 'J',
        username: id,
        email: null,
        roles: ['Store clerk', 'Wizard'],
        extras: { Department: 'Toys', Shoe: '42' },
      },
      { name: 'K', username: `${id}k`, extras: { department: 'Hats' } },
    ];
    const answer = await admin.request(imports.bulk, { body: { activate: true, users } });
    expect(answer.status).toBe(422);
    expect(problems(answer)).toEqual([
      '2 Shoe unknownColumn:Shoe',
      '2 roles unknownRole:Wizard',
      '3 Department unknownTagValue:Hats',
    ]);
    expect(await people()).toEqual(before);
    const good = [{ name: 'J', username: id, roles: 'Store clerk;OKM user', extras: { Department: '*' } }];
    const { data } = await admin.call(imports.bulk, { body: { activate: true, users: good } });
    expect(data).toMatchObject({ created: 1 });
    expect(await find(id)).toMatchObject({ disabled: false, tagValues: ['*'] });
    const known = (await admin.call(roles.list, {})).data.map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(['Store clerk', 'OKM user']));
  });
});
