// Every write, made once by an authorised caller.
import { auth, signIn } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { passkeys } from '@keyward/contract/passkeys';
import { passwords } from '@keyward/contract/password';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { secondFactor } from '@keyward/contract/second-factor';
import { settings } from '@keyward/contract/settings';
import { type SavedView, views } from '@keyward/contract/views';
import { demoPassword } from '#core/auth/demo.ts';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { newAuthenticator } from '#testing/authenticator.ts';
import { type Portal, portalBase } from '#testing/portal.ts';
import { changeOrganization } from './organization-step.ts';
import { importWalk } from './imports.ts';

export async function openWalk(portal: Portal) {
  const { admin, manager, clerk, homeless, anonymous } = portal.as;

  const events = async () => {
    const { rows } = await portal.database.system.query<{ id: string; event: string; body: string }>(
      'select id, event, body from event where tenant_id = $1',
      [tenants.demo],
    );
    return new Map(rows.map((r) => [r.id, r]));
  };
  /** The events recorded during `work`. */
  async function left(work: () => Promise<unknown>): Promise<string[]> {
    const before = await events();
    await work();
    return [...(await events()).values()].filter((e) => !before.has(e.id)).map((e) => e.event);
  }

  const { data: definitions } = await admin.call(groups.definitions, {});
  const location = definitions.find((d) => d.is_location)?.id ?? '';
  const tags = [{ tagId: location, values: [north] }];
  const okm = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
  const made = { profileId: '', id: '', tokenId: '', token: '', recoveryCode: '', pins: [] as string[] };
  const ids = { setting: '', view: '', role: '', tag: '' };

  const toGo = { name: 'To go', serial_number: '3A100000000F0002', tags };
  const toDelete = (await manager.call(devices.create, { body: toGo })).data.id;

  const doomed = (await admin.call(profiles.create, { body: { name: 'Leaver', username: 'to.leave', tags } })).data.id;

  const nobodyId = async () => {
    const { rows } = await portal.database.system.query<{ id: string }>(
      `select id from profile where tenant_id = $1 and username = 'nobody'`,
      [tenants.demo],
    );
    return rows[0]?.id ?? '';
  };
  const readPin = async (call: typeof pins.show | typeof pins.reset) =>
    made.pins.push((await admin.call(call, { params: { id: made.profileId } })).data);
  const firstPasskey = async () => (await homeless.call(passkeys.list)).data[0]?.id ?? '';
  const twice = (password: string) => ({ newPassword: password, confirmationPassword: password });
  const authenticator = newAuthenticator(portalBase);
  async function secondFactorToken(): Promise<string> {
    const { data } = await anonymous.call(auth.login, { body: { username: 'homeless', password: demoPassword } });
    return data.secondFactor ?? '';
  }
  async function signInLink(): Promise<string> {
    const secret = newSecret();
    await portal.database.system.query(
      `insert into sign_in_link (tenant_id, profile_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '5 min')`,
      [tenants.demo, await nobodyId(), secretHash(secret)],
    );
    return secret;
  }
  async function passwordToken(): Promise<string> {
    const id = await nobodyId();
    // ended sessions have an event of their own
    await portal.database.system.query('delete from session where tenant_id = $1 and profile_id = $2', [
      tenants.demo,
      id,
    ]);
    return portal.inTenant('demo', (db) => issuePasswordToken(db, id, 'reset'));
  }

  const view: SavedView = {
    name: 'Walked',
    description: '',
    base: 'Overview',
    filter: {},
    search: '',
    sort: [],
    columns: [{ accessorKey: 'name' }],
    sharing: { with: 'nobody' },
  };

  /** Every write, in an order in which each finds its target. */
  const walk: [keyof typeof endpoints, string, () => Promise<unknown>][] = [
    ['auth.login', 'LOGIN', () => anonymous.call(auth.login, { body: { username: 'clerk', password: demoPassword } })],
    ['signIn.token', 'LOGIN', async () => anonymous.call(signIn.token, { body: { token: await signInLink() } })],
    [
      'passwords.set',
      'RESET_PASSWORD',
      async () => {
        const password = 'Walked-by-1';
        const body = { token: await passwordToken(), password, confirmationPassword: password };
        await anonymous.call(passwords.set, { body });
      },
    ],
    [
      'passkeys.add',
      'MODIFY_USER',
      async () => {
        const { data } = await homeless.call(passkeys.options, { body: { password: demoPassword } });
        const response = authenticator.make(data.challenge);
        const added = await homeless.call(passkeys.add, { body: { name: 'Walked by', response } });
        made.recoveryCode = added.data.recoveryCodes?.[0] ?? '';
      },
    ],
    [
      'secondFactor.passkey',
      'LOGIN',
      async () => {
        const token = await secondFactorToken();
        const { data } = await anonymous.call(secondFactor.options, { body: { token } });
        await anonymous.call(secondFactor.passkey, { body: { token, response: authenticator.sign(data.challenge) } });
      },
    ],
    [
      'secondFactor.recoveryCode',
      'LOGIN',
      async () => {
        const body = { token: await secondFactorToken(), code: made.recoveryCode };
        await anonymous.call(secondFactor.recoveryCode, { body });
      },
    ],
    [
      'passwords.changeOwn',
      'MODIFY_USER',
      () => portal.as.editor.call(passwords.changeOwn, { body: { password: demoPassword, ...twice('Walked-past-1') } }),
    ],
    [
      'passkeys.newRecoveryCodes',
      'MODIFY_USER',
      () => homeless.call(passkeys.newRecoveryCodes, { body: { password: demoPassword } }),
    ],
    [
      'passkeys.rename',
      'MODIFY_USER',
      async () => homeless.call(passkeys.rename, { params: { id: await firstPasskey() }, body: { name: 'Walked on' } }),
    ],
    [
      'passkeys.remove',
      'MODIFY_USER',
      async () =>
        homeless.call(passkeys.remove, { params: { id: await firstPasskey() }, body: { password: demoPassword } }),
    ],
    [
      'settings.create',
      'MODIFY_USER',
      async () => {
        const body = { name: 'Locale', category: 'UI', value: 'fr' } as const;
        ids.setting = (await manager.call(settings.create, { body })).data.id ?? '';
      },
    ],
    [
      'settings.update',
      'MODIFY_USER',
      () => manager.call(settings.update, { params: { id: ids.setting }, body: { value: 'ko' } }),
    ],
    ['organizations.update', 'MODIFY_TENANT', () => changeOrganization(portal)],
    [
      'views.create',
      'ADD_VIEW',
      async () => {
        ids.view = (await manager.call(views.create, { body: { ...view, resource: 'device' } })).data.value;
      },
    ],
    [
      'views.update',
      'MODIFY_VIEW',
      () => manager.call(views.update, { params: { id: ids.view }, body: { ...view, description: 'Walked by' } }),
    ],
    ['views.remove', 'DELETE_VIEW', () => manager.call(views.remove, { params: { id: ids.view } })],
    ['views.restore', 'ADD_VIEW', () => manager.call(views.restore, { params: { id: ids.view } })],
    [
      'settings.endSession',
      'REVOKE_SESSION',
      async () => {
        const { data } = await clerk.call(settings.sessions);
        await clerk.call(settings.endSession, { params: { id: data[0]?.id ?? '' } });
      },
    ],
    [
      'devices.create',
      'ADD_DEVICE',
      async () => {
        const body = { name: 'Walked', serial_number: '3A100000000F0001', tags };
        made.id = (await manager.call(devices.create, { body })).data.id;
      },
    ],
    [
      'devices.update',
      'MODIFY_DEVICE',
      () => manager.call(devices.update, { params: { id: made.id }, body: { name: 'Walked on' } }),
    ],
    [
      'devices.issueToken',
      'ISSUE_CONTROLLER_TOKEN',
      async () => {
        const { data } = await manager.call(devices.issueToken, { params: { id: okm } });
        [made.tokenId, made.token] = [data.id, data.token];
      },
    ],
    [
      'gateway.reports',
      'LOCK_UNLOCK',
      () => {
        const event = { id: '1', type: 'LOCK_UNLOCK' as const, time: new Date().toISOString() };
        const body = { reports: [{ serial: serials.northPadlock, state: { secured: true }, events: [event] }] };
        return portal.controller(made.token).call(gateway.reports, { body });
      },
    ],
    [
      'devices.revokeToken',
      'REVOKE_CONTROLLER_TOKEN',
      () => manager.call(devices.revokeToken, { params: { id: okm, tokenId: made.tokenId } }),
    ],
    ['devices.removeMany', 'DELETE_DEVICE', () => manager.call(devices.removeMany, { body: { ids: [toDelete] } })],
    ['devices.remove', 'DELETE_DEVICE', () => manager.call(devices.remove, { params: { id: made.id } })],
    [
      'groups.create',
      'ADD_TAG_DEFINITION',
      async () => {
        const body = { label: 'Walked by', type: 1 as const, values: ['A', 'B'] };
        ids.tag = (await admin.call(groups.create, { body })).data.id;
      },
    ],
    [
      'groups.update',
      'MODIFY_TAG_DEFINITION',
      () => admin.call(groups.update, { params: { id: ids.tag }, body: { label: 'Walked on', values: ['B', 'A'] } }),
    ],
    [
      'groups.editValues',
      'MODIFY_TAG_DEFINITION',
      () => {
        const values = [
          { oldValue: 'A', newValue: 'C' },
          { oldValue: 'B', newValue: null },
        ];
        return admin.call(groups.editValues, { params: { id: ids.tag }, body: { values } });
      },
    ],
    [
      'groups.move',
      'MODIFY_TAG_DEFINITION',
      () => admin.call(groups.move, { params: { id: ids.tag }, body: { before: location } }),
    ],
    ['groups.remove', 'DELETE_TAG_DEFINITION', () => admin.call(groups.remove, { params: { id: ids.tag } })],
    [
      'roles.create',
      'ADD_ROLE',
      async () => {
        const body = { name: 'Walked', permissions: [{ id: 'DEVICES' as const, value: 'READ' as const }] };
        ids.role = (await admin.call(roles.create, { body })).data.id;
      },
    ],
    [
      'roles.update',
      'MODIFY_ROLE',
      () => admin.call(roles.update, { params: { id: ids.role }, body: { name: 'Walked on' } }),
    ],
    ['roles.remove', 'DELETE_ROLE', () => admin.call(roles.remove, { params: { id: ids.role } })],
    [
      'profiles.create',
      'ADD_USER',
      async () => {
        const body = { name: 'Walked', username: 'walked', password: 'Walked-in-1', tags };
        made.profileId = (await admin.call(profiles.create, { body })).data.id;
      },
    ],
    [
      'profiles.update',
      'MODIFY_USER',
      () =>
        admin.call(profiles.update, {
          params: { id: made.profileId },
          body: { name: 'Walked on', password: 'Walked-on-1' },
        }),
    ],
    ['profiles.end', 'MODIFY_USER', () => admin.call(profiles.end, { body: { ids: [doomed] } })],
    ['pins.show', 'REVEAL_PIN', () => readPin(pins.show)],
    ['pins.reset', 'RESET_PIN', () => readPin(pins.reset)],
    ['profiles.removeMany', 'DELETE_USER', () => admin.call(profiles.removeMany, { body: { ids: [doomed] } })],
    ['profiles.remove', 'DELETE_USER', () => admin.call(profiles.remove, { params: { id: made.profileId } })],
    ...importWalk(portal),
    ['auth.logout', 'LOGOUT', () => manager.call(auth.logout)],
  ];

  return { walk, left, events, made };
}
