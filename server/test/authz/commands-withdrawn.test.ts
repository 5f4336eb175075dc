import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { openCommands } from '#modules/commands/commands.testing.ts';
import { entriesOf, rolesOf } from '#modules/roles/roles.testing.ts';
import { tenants } from '#testing/people.ts';

const { portal, system, admin, confirmAs, send, last, fetched, watch, events, reset } = await openCommands();
const { newRole, newPerson } = rolesOf(portal);

beforeEach(reset);

/** The sender of a command and its role, which an administrator changes in each act. */
type Sender = { id: string; role: string };
const acts: Record<string, (sender: Sender) => Promise<unknown>> = {
  'the role loses the permission': ({ role }) =>
    admin.call(roles.update, { params: { id: role }, body: { permissions: entriesOf({ DEVICES: 'READ' }) } }),
  'the role is taken away': ({ id }) => admin.call(profiles.update, { params: { id }, body: { roles: [] } }),
  'the profile is deactivated': async ({ id }) => {
    const keyward = (on: boolean) =>
      system.query(`update profile set is_keyward_admin = $2 where tenant_id = $1 and username = 'admin'`, [
        tenants.demo,
        on,
      ]);
    await keyward(true);
    await admin.call(profiles.update, { params: { id }, body: { disabled: true } });
    await keyward(false);
  },
  'the profile is deleted': ({ id }) => admin.call(profiles.remove, { params: { id } }),
};

describe('an administrator’s act', () => {
  test.each(Object.entries(acts))('cancels waiting commands: %s', async (_, act) => {
    for (const notice of [watch, fetched]) {
      await system.query('delete from device_command');
      const role = await newRole({ DEVICES: 'EDIT' });
      const sender = await newPerson('Sam Sender', [role], ['North']);
      await system.query(
        `update profile set password_hash = (select password_hash from profile where tenant_id = $1 and username = 'manager')
         where tenant_id = $1 and id = $2`,
        [tenants.demo, sender.id],
      );
      await confirmAs(sender.as);
      await send(sender.as);
      await act({ id: sender.id, role: role.id });
      await notice();
      expect(await last()).toMatchObject({ state: 'cancelled', reason: 'rightWithdrawn', created_by: 'Sam Sender' });
      expect(await fetched()).toEqual([]);
      expect((await events()).at(-1)).toBe('CANCEL_REMOTE_UNLOCK success Sam Sender rightWithdrawn');
    }
  });
});
