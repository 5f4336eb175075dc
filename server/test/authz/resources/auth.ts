import { auth } from '@keyward/contract/auth';
import { demoPassword } from '#core/auth/demo.ts';
import type { ResourceOf } from './resource.ts';

export const authResource: ResourceOf<'auth'> = {
  calls: {
    sessionCheck: { needs: 'anyone', ok: 200 },
    login: [
      {
        needs: 'anyone',
        ok: 200,
        leavesTrace: true,
        body: () => ({ username: 'clerk', password: demoPassword }),
      },
      {
        variant: 'wrong',
        needs: 'anyone',
        ok: 401,
        leavesTrace: true,
        body: () => ({ username: 'clerk', password: 'no' }),
      },
    ],
    logout: { needs: 'signed in', ok: 204, endsSession: true },
    me: { needs: 'signed in', ok: 200 },
    loginSso: { needs: 'anyone', ok: 404, leavesTrace: true, query: '?username=admin' },
    page: { needs: 'anyone', ok: 200 },
    demoAccounts: { needs: 'anyone', ok: 200 },
  },
  tenantWide: ['sessionCheck', 'page', 'demoAccounts', 'loginSso'],
  locations: async () => ({ reads: [auth.me.path] }),
  walk: ({ world, secrets }) => {
    const { anonymous, nobody } = world.portal.as;
    secrets.push(demoPassword);
    return [
      ['login', 'LOGIN', () => anonymous.call(auth.login, { body: { username: 'clerk', password: demoPassword } })],
      ['logout', 'LOGOUT', () => nobody.call(auth.logout)],
    ];
  },
};
