import { signIn } from '@keyward/contract/auth';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { tenants } from '#testing/people.ts';
import type { ResourceOf, World } from './resource.ts';

async function signInLink(world: World): Promise<string> {
  const secret = newSecret();
  await world.owner.query(
    `insert into sign_in_link (tenant_id, profile_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '5 min')`,
    [tenants.demo, await world.profileOf('demo', 'nobody'), secretHash(secret)],
  );
  return secret;
}

export const signInResource: ResourceOf<'signIn'> = {
  calls: {
    token: { needs: 'anyone', ok: 400, body: () => ({ token: 'ab'.repeat(32) }) },
    sso: { needs: 'anyone', ok: 404, body: () => ({ code: 'x', state: 'y' }) },
    startSsoInternal: { needs: 'anyone', ok: 404, params: () => ({ provider: 'x' }) },
    ssoInternal: {
      needs: 'anyone',
      ok: 404,
      params: () => ({ provider: 'x' }),
      body: () => ({ code: 'x', state: 'y' }),
    },
  },
  tenantWide: ['startSsoInternal'],
  walk: ({ world }) => [
    [
      'token',
      'LOGIN',
      async () => world.portal.as.anonymous.call(signIn.token, { body: { token: await signInLink(world) } }),
    ],
  ],
  // modules/sso/sso.test.ts
  notWalked: ['sso', 'ssoInternal'],
};
