import { tenants } from '#testing/people.ts';
import { addPasskey, letPasskeysBeAlone, signInAlone } from '#testing/passkey-alone.ts';
import { signedByKey } from './passkeys.ts';
import type { ResourceOf } from './resource.ts';

export const passkeySignInResource: ResourceOf<'passkeySignIn'> = {
  // no tenant of the matrix has switched it on
  calls: {
    options: { needs: 'anyone', ok: 409 },
    signIn: { needs: 'anyone', ok: 409, body: () => ({ response: signedByKey }) },
  },
  tenantWide: [],
  walk: async ({ world, secrets }) => {
    const { anonymous } = world.portal.as;
    const { id } = await world.make('profiles', 'demo', 'North');
    await world.owner.query(
      `update profile set username = 'passkey.alone',
         password_hash = (select password_hash from profile where tenant_id = $1 and username = 'clerk')
       where tenant_id = $1 and id = $2`,
      [tenants.demo, id],
    );
    await letPasskeysBeAlone(world.owner, true);
    const passkey = await addPasskey(await world.portal.signIn(id));
    secrets.push(passkey.recoveryCodes[0] ?? '');
    return [['signIn', 'LOGIN', () => signInAlone(passkey, anonymous)]];
  },
  notWalked: ['options'],
};
