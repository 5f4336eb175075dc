import { inbox } from '@keyward/contract/inbox';
import { roles } from '@keyward/contract/roles';
import { watches } from '@keyward/contract/watches';
import { expect, test } from 'vitest';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;
const inboxKinds = async () => (await admin.call(inbox.list, {})).data.map(({ kind }) => kind).toReversed();

test.each(['role.name', 'roles'])(
  'a watch by %s follows a renamed role, and sleeps when it is deleted',
  async (column) => {
    await owner.query('delete from inbox_entry');
    const { data: role } = await admin.call(roles.create, { body: { name: `Watched ${column}`, permissions: [] } });
    const { data: watch } = await admin.call(watches.create, {
      body: {
        name: 'Mine',
        resource: 'user',
        base: 'Overview',
        filter: { [column]: `watched ${column.toUpperCase()}` },
        search: '',
        rule: { when: 'appears' },
        delivery: 'inbox',
        quiet: null,
      },
    });
    await admin.call(roles.update, { params: { id: role.id }, body: { name: `Renamed, ${column}` } });
    await owner.query(
      `insert into profile_role select tenant_id, id, $2 from profile where tenant_id = $1 and username = 'nobody'`,
      [tenants.demo, role.id],
    );
    await watchesOfList.run({ tenantId: tenants.demo, resource: 'user' }, context);
    expect(await inboxKinds()).toEqual(['watchRows']);
    const { data } = await admin.call(watches.list);
    expect(data.find(({ id }) => id === watch.id)?.filter).toEqual({ [column]: `Renamed\\, ${column}` });

    await owner.query('delete from profile_role where role_id = $1', [role.id]);
    await admin.call(roles.remove, { params: { id: role.id } });
    await owner.query('update watch set next_at = now()');
    await watchesByTime.run(undefined, context);
    expect(await inboxKinds()).toEqual(['watchRows', 'watchBroken']);
  },
);
