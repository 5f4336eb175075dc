// OnePASS keys and invitations for tests.
import { randomUUID } from 'node:crypto';
import { invitations } from '@keyward/contract/invitations';
import type { serials } from './people.ts';
import { tenants } from './people.ts';
import type { Caller, Portal } from './portal.ts';

type KeyOptions = {
  serial?: (typeof serials)[keyof typeof serials];
  uses?: number;
  minutes?: number;
  tenant?: keyof typeof tenants;
};

/** Stores keys that open a device of the test world, and invites people to use them. */
export function openOnePass(portal: Portal) {
  const owner = portal.database.system;

  async function key({
    serial = '3A10000000000001',
    uses = 3,
    minutes = 2880,
    tenant = 'demo',
  }: KeyOptions = {}): Promise<string> {
    const id = randomUUID();
    await owner.query(
      `insert into secure_key (tenant_id, id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
       select $1, $2, id, id, 'Mona Manager', $4, now() + make_interval(mins => $4), $5, '\\x00'
       from device where tenant_id = $1 and serial_number = $3`,
      [tenants[tenant], id, serial, minutes, uses],
    );
    return id;
  }

  let next = 0;
  /** A new address for each invitation. */
  const address = () => `guest${next++}@example.com`;
  async function invite(as: Caller = portal.as.manager, { keys, email }: { keys?: string[]; email?: string } = {}) {
    const body = { email: email ?? address(), secure_key_ids: keys ?? [await key()], notes: '' };
    return (await as.call(invitations.create, { body })).data;
  }
  const get = async (id: string) => (await portal.as.admin.call(invitations.get, { params: { id } })).data;
  return { key, invite, get, address };
}
