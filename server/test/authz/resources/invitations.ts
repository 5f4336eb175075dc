import { invitations } from '@keyward/contract/invitations';
import { randomUUID } from 'node:crypto';
import { secretHash } from '#core/auth/secrets.ts';
import { openOnePass } from '#testing/onepass.ts';
import { serials, tenants } from '#testing/people.ts';
import { editing, type Location, reading, type ResourceOf, type TenantName, type World } from './resource.ts';
import { chosenSlots, hidden, listSlots, slot } from './slots.ts';

const address = () => `${randomUUID()}@example.com`;

/** A key of a device at a location; `inviteId`: given to that invitation. */
async function newKey(world: World, tenant: TenantName, location: Location, inviteId: string | null): Promise<string> {
  const { id: device } = await world.make('devices', tenant, location);
  const id = randomUUID();
  await world.owner.query(
    `insert into secure_key
       (tenant_id, id, device_id, invite_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     values ($1, $2, $3, $4, $2, 'Test', 60, now() + interval '1 hour', 3, '\\x00')`,
    [tenants[tenant], id, device, inviteId],
  );
  return id;
}

/** An invitation with a key at a location. Its link was sealed by the portal of the world, so that it can be sent again. */
async function newInvite(world: World, tenant: TenantName, location: Location): Promise<string> {
  const id = randomUUID();
  const { vault } = world.portal;
  await world.owner.query(
    `insert into secure_key_invite (tenant_id, id, email, locale, created_by, created_by_name, token_hash, token)
     values ($1, $2, $3, 'en', $2, 'Test', $4, $5)`,
    [
      tenants[tenant],
      id,
      address(),
      secretHash(id),
      vault.seal('ab'.repeat(32), `invitation ${tenants[tenant]} ${id}`),
    ],
  );
  await newKey(world, tenant, location, id);
  return id;
}

export const invitationsResource: ResourceOf<'invitations'> = {
  make: async (world, tenant, location) => ({ id: await newInvite(world, tenant, location) }),
  calls: {
    list: [
      { needs: reading('SECURE-KEYS'), ok: 200 },
      {
        variant: 'export',
        needs: { ...reading('SECURE-KEYS'), and: 'CAN-EXPORT-CSV-DEVICES' },
        ok: 200,
        query: '?results_per_page=201',
      },
    ],
    get: { needs: reading('SECURE-KEYS'), ok: 200 },
    create: {
      needs: editing('SECURE-KEYS'),
      ok: 201,
      aimsInBody: true,
      target: async (world, tenant, location) => ({ id: await newKey(world, tenant, location, null) }),
      body: ({ id }) => ({ email: address(), secure_key_ids: [id] }),
    },
    resend: {
      needs: editing('SECURE-KEYS'),
      ok: 200,
      aimsInBody: true,
      body: ({ id }) => ({ invitationIds: [id] }),
    },
    cancel: { needs: editing('SECURE-KEYS'), ok: 204 },
    cancelMany: [
      { needs: editing('SECURE-KEYS'), ok: 200, aimsInBody: true, body: ({ id }) => ({ ids: [id] }) },
      {
        variant: 'other count',
        needs: editing('SECURE-KEYS'),
        ok: 409,
        body: () => ({ filterData: { email: 'no such address' }, count: 3 }),
      },
    ],
    correctAddress: { needs: editing('SECURE-KEYS'), ok: 200, body: () => ({ email: address() }) },
    makeLink: { needs: editing('SECURE-KEYS'), ok: 200, body: () => ({ how: 'shown' }) },
  },
  list: {
    resource: 'secure-key-invitation',
    needs: reading('SECURE-KEYS'),
    named: 'email',
    sorts: ['email', 'status', 'delivery', 'uses', 'count', 'expiration_timestamp', 'sent_at'],
    options: ['devices', 'status'],
  },
  locations: async (world) => {
    const { admin, manager } = world.portal.as;
    const onepass = openOnePass(world.portal);
    const mine = await onepass.invite(manager);
    return {
      reads: [
        `${invitations.list.path}?custom_view=Waiting`,
        `${invitations.list.path}/${mine.id}`,
        '/api/v1/filter-options/secure-key-invitation/devices',
      ],
      stir: async () => {
        const keys = [
          await onepass.key({ serial: serials.southPadlock }),
          await onepass.key({ serial: serials.nowhere }),
        ];
        const mixed = await onepass.invite(admin, { keys });
        await admin.call(invitations.resend, { body: { invitationIds: [mixed.id] } });
        await admin.call(invitations.correctAddress, { params: { id: mixed.id }, body: { email: address() } });
        await admin.call(invitations.cancel, { params: { id: mixed.id } });
        for (const location of ['South', null] as const) await world.make('invitations', 'demo', location);
      },
    };
  },
  walk: async ({ world, secrets }) => {
    const { manager } = world.portal.as;
    const onepass = openOnePass(world.portal);
    const [first, second] = [await onepass.key(), await onepass.key()];
    const other = (await onepass.invite(manager, { keys: [second] })).id;
    let id = '';
    return [
      [
        'create',
        'SEND_INVITATION',
        async () => {
          id = (await onepass.invite(manager, { keys: [first] })).id;
        },
      ],
      ['resend', 'SEND_INVITATION', () => manager.call(invitations.resend, { body: { invitationIds: [id] } })],
      [
        'correctAddress',
        'CORRECT_INVITATION',
        () => manager.call(invitations.correctAddress, { params: { id }, body: { email: address() } }),
      ],
      [
        'makeLink',
        'SHARE_INVITATION',
        async () => {
          const { data } = await manager.call(invitations.makeLink, { params: { id }, body: {} });
          secrets.push(data.url.slice(-64));
        },
      ],
      ['cancel', 'CANCEL_INVITATION', () => manager.call(invitations.cancel, { params: { id } })],
      ['cancelMany', 'CANCEL_INVITATION', () => manager.call(invitations.cancelMany, { body: { ids: [other] } })],
    ];
  },
  references: (scene) => {
    const invites = hidden(scene, 'invitations');
    const keys = hidden(scene, 'secureKeys');
    const own = scene.here('invitations').id;
    return {
      slots: {
        'the keys of a new invitation': slot(invitations.create, keys, (id) => ({
          body: { email: address(), secure_key_ids: [id] },
        })),
        'the keys of a new invitation, among others': slot(invitations.create, keys, (id) => ({
          body: { email: address(), secure_key_ids: [scene.here('secureKeys').id, id] },
        })),
        'the invitations to send again': slot(invitations.resend, invites, (id) => ({ body: { invitationIds: [id] } })),
        'the invitations to send again, among others': slot(invitations.resend, invites, (id) => ({
          body: { invitationIds: [own, id] },
        })),
        'the ids of a list of invitations': slot(invitations.list, invites, (id) => ({
          query: { id: `${own},${id}` },
        })),
        ...listSlots(scene, invitations.list, 'invitations'),
        ...chosenSlots(scene, 'invitations', invitations.cancelMany, 'invitations to deactivate'),
      },
    };
  },
};
