import { auth } from '@keyward/contract/auth';
import { passkeys } from '@keyward/contract/passkeys';
import { secondFactor } from '@keyward/contract/second-factor';
import { demoPassword } from '#core/auth/demo.ts';
import { newAuthenticator } from '#testing/authenticator.ts';
import { tenants } from '#testing/people.ts';
import { portalBase } from '#testing/portal.ts';
import { signedByKey } from './passkeys.ts';
import type { ResourceOf } from './resource.ts';

export const secondFactorResource: ResourceOf<'secondFactor'> = {
  calls: {
    options: { needs: 'anyone', ok: 401, body: () => ({ token: 'ab'.repeat(32) }) },
    passkey: { needs: 'anyone', ok: 401, body: () => ({ token: 'ab'.repeat(32), response: signedByKey }) },
    recoveryCode: {
      needs: 'anyone',
      ok: 401,
      body: () => ({ token: 'ab'.repeat(32), code: 'ABCD-EFGH-JKMN-PQRS' }),
    },
  },
  walk: async ({ world, secrets }) => {
    const { anonymous } = world.portal.as;
    // a profile with a passkey
    const { id } = await world.make('profiles', 'demo', 'North');
    await world.owner.query(
      `update profile set username = 'two.factors',
         password_hash = (select password_hash from profile where tenant_id = $1 and username = 'clerk')
       where tenant_id = $1 and id = $2`,
      [tenants.demo, id],
    );
    const keeper = await world.portal.signIn(id);
    const authenticator = newAuthenticator(portalBase);
    const asked = await keeper.call(passkeys.options, { body: { password: demoPassword } });
    const response = authenticator.make(asked.data.challenge);
    const added = await keeper.call(passkeys.add, { body: { name: 'Second', response } });
    const code = added.data.recoveryCodes?.[0] ?? '';
    secrets.push(code);
    async function passwordGiven(): Promise<string> {
      const body = { username: 'two.factors', password: demoPassword };
      return (await anonymous.call(auth.login, { body })).data.secondFactor ?? '';
    }
    return [
      [
        'passkey',
        'LOGIN',
        async () => {
          const token = await passwordGiven();
          const { data } = await anonymous.call(secondFactor.options, { body: { token } });
          await anonymous.call(secondFactor.passkey, {
            body: { token, response: authenticator.sign(data.challenge) },
          });
        },
      ],
      [
        'recoveryCode',
        'LOGIN',
        async () => anonymous.call(secondFactor.recoveryCode, { body: { token: await passwordGiven(), code } }),
      ],
    ];
  },
  notWalked: ['options'],
};
