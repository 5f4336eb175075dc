import { signIn } from '@keyward/contract/auth';
import { describe, expect, test } from 'vitest';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { anonymous } = portal.as;
const { system } = portal.database;
const idOf = async (username: string) => {
  const found = await system.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
    tenants.demo,
    username,
  ]);
  return found.rows[0]?.id ?? '';
};
const disable = (disabled: boolean, username: string) =>
  system.query('update profile set disabled = $3 where tenant_id = $1 and username = $2', [
    tenants.demo,
    username,
    disabled,
  ]);

describe('a one-time sign-in link', () => {
  const link = async (username: string) => {
    const secret = newSecret();
    await system.query(
      `insert into sign_in_link (tenant_id, profile_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '5 min')`,
      [tenants.demo, await idOf(username), secretHash(secret)],
    );
    return secret;
  };
  const use = (secret: string) => anonymous.request(signIn.token, { body: { token: secret } });

  test('allows only one of 30 concurrent uses', async () => {
    const secret = await link('clerk');
    const answers = await Promise.all(Array.from({ length: 30 }, () => use(secret)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.headers['set-cookie'])).toHaveLength(1);
    const { rows: events } = await system.query<{ event: string }>(
      'select event from event where tenant_id = $1 and entity_id = $2',
      [tenants.demo, await idOf('clerk')],
    );
    expect(events.map((e) => e.event)).toEqual(['LOGIN']);
  });

  test('is refused for a disabled profile, when expired, in another form or another tenant', async () => {
    const secret = await link('manager');
    for (const t of [secret.toUpperCase(), secret.slice(1), '', newSecret()])
      expect((await use(t)).text).toContain('linkNotValid');
    expect((await portal.as.harborAdmin.request(signIn.token, { body: { token: secret } })).status).toBe(400);
    await disable(true, 'manager');
    expect((await use(secret)).text).toContain('linkNotValid');
    await disable(false, 'manager');
    await system.query('update sign_in_link set expires_at = now() where token_hash = $1', [secretHash(secret)]);
    expect((await use(secret)).text).toContain('linkNotValid');
  });
});
