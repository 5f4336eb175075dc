import { settings } from '@keyward/contract/settings';
import { randomUUID } from 'node:crypto';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { tenants } from '#testing/people.ts';
import type { Make, ResourceOf } from './resource.ts';

/** A session of a profile that is not a caller. */
const session: Make = async ({ owner, profileOf }, tenant) => {
  const id = randomUUID();
  await owner.query(
    `insert into session (tenant_id, id, token_hash, profile_id, expires_at, address, user_agent)
     values ($1, $2, $3, $4, now() + interval '1 h', '', '')`,
    [tenants[tenant], id, secretHash(newSecret()), await profileOf(tenant, 'gone')],
  );
  return { id };
};

export const settingsResource: ResourceOf<'settings'> = {
  /** A setting of a profile that is not a caller. */
  make: async ({ owner, profileOf }, tenant) => {
    const id = randomUUID();
    await owner.query(
      `insert into setting (tenant_id, id, profile_id, name, client_data, value)
       values ($1, $2, $3, 'CustomView', $4, '{}')`,
      [tenants[tenant], id, await profileOf(tenant, 'gone'), randomUUID()],
    );
    return { id };
  },
  calls: {
    defaults: { needs: 'signed in', ok: 200 },
    mine: { needs: 'signed in', ok: 200 },
    tenantConfig: { needs: 'signed in', ok: 200, params: () => ({ name: 'autoLogoutTimeoutMins' }) },
    create: [
      {
        needs: 'signed in',
        ok: 201,
        body: ({ next }) => ({ name: 'CustomView', category: 'UI', client_data: `v${next()}`, value: {} }),
      },
      {
        variant: 'wrong',
        needs: 'signed in',
        ok: 400,
        body: () => ({ name: 'Timezone', category: 'UI', value: 'Mars/Olympus' }),
      },
    ],
    update: { needs: 'signed in', ok: 200, private: true, body: () => ({ value: 'UTC' }) },
    sessions: { needs: 'signed in', ok: 200 },
    endSession: { needs: 'signed in', ok: 204, private: true, target: session },
  },
  tenantWide: ['defaults', 'tenantConfig', 'sessions'],
  locations: async () => ({ reads: [settings.mine.path] }),
  walk: ({ world }) => {
    const { manager, clerk } = world.portal.as;
    let id = '';
    return [
      [
        'create',
        'MODIFY_USER',
        async () => {
          const body = { name: 'Locale', category: 'UI', value: 'fr' } as const;
          id = (await manager.call(settings.create, { body })).data.id ?? '';
        },
      ],
      ['update', 'MODIFY_USER', () => manager.call(settings.update, { params: { id }, body: { value: 'ko' } })],
      [
        'endSession',
        'REVOKE_SESSION',
        async () => {
          const { data } = await clerk.call(settings.sessions);
          const other = data.find(({ current }) => !current);
          await clerk.call(settings.endSession, { params: { id: other?.id ?? '' } });
        },
      ],
    ];
  },
};
