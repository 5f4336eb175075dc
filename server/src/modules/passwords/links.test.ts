import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import { profiles } from '@keyward/contract/profiles';
import { beforeEach, describe, expect, test } from 'vitest';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const outbox = openOutbox(portal);
const { admin, anonymous } = portal.as;
const { system } = portal.database;
// only the in-product admin disables and enables profiles
await system.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);

const isValid = async (token: string) =>
  (await anonymous.call(passwords.verifyToken, { body: { token } })).data.isValid;
const set = (token: string, password: string) =>
  anonymous.request(passwords.set, { body: { token, password, confirmationPassword: password } });

let count = 0;
/** A new profile, optionally with a welcome link. */
async function person(wishes: { sendPasswordResetEmail?: boolean; password?: string } = {}) {
  const username = `linked.${++count}`;
  const email = `${username}@demo.example`;
  const { data } = await admin.call(profiles.create, {
    body: {
      name: 'Linked',
      username,
      email,
      ...wishes,
      ...(wishes.password ? { isPasswordTemporary: true } : {}),
    },
  });
  return { id: data.id, username, email };
}
type Linked = Awaited<ReturnType<typeof person>>;
/** Deletes past requests, so that the hourly limits of links do not apply. */
const forgetRequests = () => system.query('delete from reset_request');
const update = async ({ id }: Linked, body: Record<string, unknown>) => {
  await forgetRequests();
  return admin.call(profiles.update, { params: { id }, body });
};
const askReset = async ({ username }: Linked) => {
  await forgetRequests();
  await anonymous.call(passwords.sendReset, { body: { username } });
};
/** The token in the latest mail to the address. */
async function mailed({ email }: Linked): Promise<string> {
  await outbox.work();
  return outbox.tokens(email).at(-1) ?? '';
}
const invited = async () => {
  const someone = await person({ sendPasswordResetEmail: true });
  return { someone, token: await mailed(someone) };
};
const temporaryToken = async ({ username }: Linked, password: string) => {
  await system.query('delete from sign_in_attempt');
  const { data } = await anonymous.call(auth.login, { body: { username, password } });
  return data.passwordResetToken ?? '';
};
/** Makes the link two minutes older, past the window in which a job counts as repeated. */
const minutesPass = () => system.query(`update password_token set created_at = created_at - interval '2 minutes'`);

beforeEach(async () => {
  await outbox.work();
  outbox.messages.length = 0;
});

describe('a link to set a password stays revoked', () => {
  test('after its profile was disabled and enabled again', async () => {
    const { someone, token } = await invited();
    expect(await isValid(token)).toBe(true);
    await update(someone, { disabled: true });
    await update(someone, { disabled: false });
    expect(await isValid(token)).toBe(false);
    expect((await set(token, 'Back-again-1')).text).toContain('linkNotValid');
  });

  test('after the e-mail address was changed away and back', async () => {
    const { someone, token } = await invited();
    await update(someone, { email: `elsewhere.${someone.email}` });
    await update(someone, { email: someone.email });
    expect(await isValid(token)).toBe(false);
    expect((await set(token, 'Back-again-1')).text).toContain('linkNotValid');
  });

  test('after another password was set, and the change consumes it', async () => {
    const { someone, token } = await invited();
    await update(someone, { password: 'Given-by-admin-1', isPasswordTemporary: true });
    const { rows } = await system.query<{ used: boolean; sealed: Buffer | null }>(
      'select used_at is not null as used, sealed from password_token where token_hash = $1',
      [secretHash(token)],
    );
    expect(rows).toEqual([{ used: true, sealed: null }]);
    expect(await isValid(token)).toBe(false);
  });

  test('but not when the change is rolled back, or when only the letter case of the address changes', async () => {
    const { someone, token } = await invited();
    const client = await system.connect();
    await client.query('begin');
    await client.query('update profile set disabled = true where id = $1', [someone.id]);
    await client.query('rollback');
    client.release();
    await update(someone, { email: someone.email.toUpperCase() });
    expect(await isValid(token)).toBe(true);
  });

  test('as do an operator’s sign-in link and a pending second step of a disabled profile', async () => {
    const someone = await person();
    const secret = newSecret();
    const values = [tenants.demo, someone.id, secretHash(secret)];
    await system.query(
      `insert into sign_in_link (tenant_id, profile_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '5 min')`,
      values,
    );
    await system.query(
      `insert into second_factor (tenant_id, profile_id, token_hash, password_version, expires_at)
       values ($1, $2, $3, 0, now() + interval '5 min')`,
      values,
    );
    await update(someone, { disabled: true });
    await update(someone, { disabled: false });
    const { rows } = await system.query(
      `select (select used_at is not null from sign_in_link where token_hash = $1) as link,
         (select used_at is not null from second_factor where token_hash = $1) as step`,
      [secretHash(secret)],
    );
    expect(rows).toEqual([{ link: true, step: true }]);
  });
});

describe('a profile has one valid link', () => {
  test('reset instructions revoke a welcome link', async () => {
    const { someone, token } = await invited();
    await update(someone, { sendPasswordResetEmail: true });
    const reset = await mailed(someone);
    expect([await isValid(token), await isValid(reset)]).toEqual([false, true]);
  });

  test('reset instructions to a profile whose validity is ahead are a welcome link, which works from its beginning', async () => {
    const { someone, token } = await invited();
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
    await update(someone, { valid_from: tomorrow, sendPasswordResetEmail: true });
    const again = await mailed(someone);
    expect(outbox.messages.at(-1)?.subject).toBe('Welcome to the Northgate Retail portal');
    expect([again === token, await isValid(again)]).toEqual([false, false]);
    await system.query(`update profile set valid_from = now() - interval '1 minute' where id = $1`, [someone.id]);
    expect([await isValid(token), await isValid(again)]).toEqual([false, true]);
    expect((await set(again, 'Begins-today-1')).status).toBe(200);
  });

  test('reset instructions to an inactive or ended profile are refused, by its state after the save', async () => {
    const refused = (someone: Linked, body: Record<string, unknown>) =>
      admin.refused(profiles.update, {
        params: { id: someone.id },
        body: { ...body, sendPasswordResetEmail: true },
      });
    const wouldNotWork = { status: 409, code: 'linkWouldNotWork', constraint: 'sendPasswordResetEmail' };
    const { someone, token } = await invited();
    expect(await refused(someone, { disabled: true })).toMatchObject(wouldNotWork);
    expect(await isValid(token)).toBe(true);
    await update(someone, { disabled: true });
    expect(await refused(someone, { name: 'Other' })).toMatchObject(wouldNotWork);
    const { someone: leaver } = await invited();
    await system.query(`update profile set valid_until = now() - interval '1 minute' where id = $1`, [leaver.id]);
    expect(await refused(leaver, {})).toMatchObject(wouldNotWork);
    await outbox.work();
    outbox.messages.length = 0;
    await update(someone, { disabled: false, sendPasswordResetEmail: true });
    await update(leaver, { valid_until: null, sendPasswordResetEmail: true });
    expect([await isValid(await mailed(someone)), await isValid(await mailed(leaver))]).toEqual([true, true]);
    expect(outbox.messages.map(({ to }) => to).toSorted()).toEqual([someone.email, leaver.email].toSorted());
  });

  test('requesting a reset sends the valid welcome link again, with its original expiry', async () => {
    const { someone, token } = await invited();
    await system.query(`update password_token set expires_at = now() + interval '50 hours' where token_hash = $1`, [
      secretHash(token),
    ]);
    const before = await system.query('select expires_at from password_token where profile_id = $1', [someone.id]);
    outbox.messages.length = 0;
    await minutesPass();
    await askReset(someone);
    expect(await mailed(someone)).toBe(token);
    expect(outbox.messages).toHaveLength(1);
    expect(outbox.messages[0]?.subject).toBe('Welcome to the Northgate Retail portal');
    expect(outbox.messages[0]?.text).toContain('once and for 2 days');
    const after = await system.query('select expires_at from password_token where profile_id = $1', [someone.id]);
    expect(after.rows).toEqual(before.rows);
    expect((await set(token, 'Welcome-in-1')).status).toBe(200);
  });

  test('an expired welcome link is replaced by a reset link', async () => {
    const { someone, token } = await invited();
    await system.query('update password_token set expires_at = now() where token_hash = $1', [secretHash(token)]);
    await askReset(someone);
    const reset = await mailed(someone);
    expect(reset).not.toBe(token);
    expect([await isValid(token), await isValid(reset)]).toEqual([false, true]);
  });

  test('a welcome link encrypted with another key is replaced, with the same expiry', async () => {
    const { someone, token } = await invited();
    const { rows: before } = await system.query(
      `update password_token set sealed = null where token_hash = $1 returning expires_at`,
      [secretHash(token)],
    );
    await askReset(someone);
    const again = await mailed(someone);
    expect([await isValid(token), await isValid(again)]).toEqual([false, true]);
    const { rows: after } = await system.query('select expires_at from password_token where token_hash = $1', [
      secretHash(again),
    ]);
    expect(after).toEqual(before);
  });

  test('the token of a temporary password neither revokes a link nor is revoked by one', async () => {
    const someone = await person({ password: 'For-the-start-1' });
    await update(someone, { sendPasswordResetEmail: true });
    const link = await mailed(someone);
    const token = await temporaryToken(someone, 'For-the-start-1');
    expect([await isValid(link), await isValid(token)]).toEqual([true, true]);
    await minutesPass();
    await askReset(someone);
    const newer = await mailed(someone);
    expect([await isValid(link), await isValid(newer), await isValid(token)]).toEqual([false, true, true]);
    await update(someone, { email: `moved.${someone.email}` });
    expect([await isValid(newer), await isValid(token)]).toEqual([false, true]);
    expect((await set(token, 'Of-my-own-1')).status).toBe(200);
  });

  test('setting a password through a link revokes such a token', async () => {
    const someone = await person({ password: 'For-the-start-1' });
    const token = await temporaryToken(someone, 'For-the-start-1');
    await update(someone, { sendPasswordResetEmail: true });
    expect((await set(await mailed(someone), 'By-the-link-1')).status).toBe(200);
    expect(await isValid(token)).toBe(false);
  });

  test('only one of several links of both kinds issued concurrently is valid', async () => {
    const someone = await person();
    const tokens = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        portal.inTenant('demo', (db) => issuePasswordToken(db, someone.id, i % 2 ? 'reset' : 'first')),
      ),
    );
    const valid = await Promise.all(tokens.map(isValid));
    expect(valid.filter(Boolean)).toHaveLength(1);
  });

  test('a link issued while its profile is being disabled is revoked once the profile is enabled', async () => {
    const someone = await person();
    const holder = await system.connect();
    await holder.query('begin');
    await holder.query('update profile set disabled = true where id = $1', [someone.id]);
    const issued = portal.inTenant('demo', (db) => issuePasswordToken(db, someone.id, 'reset'));
    const waits = async () => {
      const { rows } = await system.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await expect.poll(waits).toBe(1);
    await holder.query('commit');
    holder.release();
    const token = await issued;
    await update(someone, { disabled: false });
    expect(await isValid(token)).toBe(false);
  });
});
