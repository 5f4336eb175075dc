import { passwords } from '@keyward/contract/password';
import { demoPassword } from '#core/auth/demo.ts';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { tenants } from '#testing/people.ts';
import type { ResourceOf, World } from './resource.ts';

async function passwordToken({ owner, portal, profileOf }: World): Promise<string> {
  const id = await profileOf('demo', 'nobody');
  // ended sessions have an event of their own
  await owner.query('delete from session where tenant_id = $1 and profile_id = $2', [tenants.demo, id]);
  return portal.inTenant('demo', (db) => issuePasswordToken(db, id, 'reset'));
}

export const passwordsResource: ResourceOf<'passwords'> = {
  calls: {
    // invalid: a wrong password would count against every caller at the matrix's address
    changeOwn: {
      needs: 'signed in',
      ok: 400,
      body: () => ({ password: 'Not-of-anybody-1', newPassword: 'weak', confirmationPassword: 'weak' }),
    },
    sendReset: { needs: 'anyone', ok: 200, body: () => ({ username: 'clerk' }) },
    verifyToken: { needs: 'anyone', ok: 200, body: () => ({ token: 'ab'.repeat(32) }) },
    set: {
      needs: 'anyone',
      ok: 400,
      body: () => ({ token: 'ab'.repeat(32), password: 'Not-now-1', confirmationPassword: 'Not-now-1' }),
    },
  },
  walk: ({ world, secrets }) => {
    const { anonymous, editor } = world.portal.as;
    const [reset, changed] = ['Walked-by-1', 'Walked-past-1'];
    secrets.push(reset, changed);
    return [
      [
        'set',
        'RESET_PASSWORD',
        async () => {
          const body = { token: await passwordToken(world), password: reset, confirmationPassword: reset };
          await anonymous.call(passwords.set, { body });
        },
      ],
      [
        'changeOwn',
        'MODIFY_USER',
        () =>
          editor.call(passwords.changeOwn, {
            body: { password: demoPassword, newPassword: changed, confirmationPassword: changed },
          }),
      ],
    ];
  },
  notWalked: ['sendReset', 'verifyToken'],
};
