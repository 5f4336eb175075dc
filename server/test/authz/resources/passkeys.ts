import { passkeys } from '@keyward/contract/passkeys';
import { randomUUID } from 'node:crypto';
import { demoPassword } from '#core/auth/demo.ts';
import { newAuthenticator } from '#testing/authenticator.ts';
import { tenants } from '#testing/people.ts';
import { portalBase } from '#testing/portal.ts';
import type { ResourceOf } from './resource.ts';

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } as const;
const madeByKey = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
export const signedByKey = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

export const passkeysResource: ResourceOf<'passkeys'> = {
  /** A passkey of a profile that is not a caller. */
  make: async ({ owner, profileOf }, tenant) => {
    const id = randomUUID();
    await owner.query(
      `insert into passkey (tenant_id, id, profile_id, name, credential_id, public_key, counter)
       values ($1, $2, $3, 'Key', $4, '', 0)`,
      [tenants[tenant], id, await profileOf(tenant, 'gone'), randomUUID()],
    );
    return { id };
  },
  calls: {
    list: { needs: 'signed in', ok: 200 },
    options: { needs: 'signed in', ok: 200, leavesTrace: true, body: () => ({ password: demoPassword }) },
    add: { needs: 'signed in', ok: 400, body: () => ({ name: 'Key', response: madeByKey }) },
    rename: { needs: 'signed in', ok: 204, private: true, body: () => ({ name: 'Renamed' }) },
    remove: { needs: 'signed in', ok: 204, private: true, body: () => ({ password: demoPassword }) },
    newRecoveryCodes: { needs: 'signed in', ok: 409, body: () => ({ password: demoPassword }) },
  },
  tenantWide: ['list'],
  walk: ({ world, secrets }) => {
    const { homeless } = world.portal.as;
    const authenticator = newAuthenticator(portalBase);
    const own = async () => ({ id: (await homeless.call(passkeys.list)).data[0]?.id ?? '' });
    return [
      [
        'add',
        'MODIFY_USER',
        async () => {
          const { data } = await homeless.call(passkeys.options, { body: { password: demoPassword } });
          const response = authenticator.make(data.challenge);
          const added = await homeless.call(passkeys.add, { body: { name: 'Walked by', response } });
          secrets.push(added.data.recoveryCodes?.[0] ?? '');
        },
      ],
      [
        'newRecoveryCodes',
        'MODIFY_USER',
        () => homeless.call(passkeys.newRecoveryCodes, { body: { password: demoPassword } }),
      ],
      [
        'rename',
        'MODIFY_USER',
        async () => homeless.call(passkeys.rename, { params: await own(), body: { name: 'Walked on' } }),
      ],
      [
        'remove',
        'MODIFY_USER',
        async () => homeless.call(passkeys.remove, { params: await own(), body: { password: demoPassword } }),
      ],
    ];
  },
  notWalked: ['options'],
};
