import { randomUUID } from 'node:crypto';
import { commands, controllerCommands } from '@keyward/contract/commands';
import { serials, tenants } from '#testing/people.ts';
import { whileConfirmed } from './confirm.ts';
import { newToken } from './devices.ts';
import { editing, type Ids, type Make, type ResourceOf, type Scene, type TenantName, type World } from './resource.ts';
import { slot } from './slots.ts';

/** A device of a tenant that allows remote unlocking. */
const make: Make = async (world, tenant, location) => {
  await world.owner.query(`update tenant set config = config || '{"remoteUnlock": true}' where id = $1`, [
    tenants[tenant],
  ]);
  return world.make('devices', tenant, location);
};

async function newCommand({ owner }: World, tenant: TenantName, deviceId: string, handedTo: string | null = null) {
  const id = randomUUID();
  await owner.query(
    `insert into device_command (tenant_id, id, device_id, type, created_by, created_by_name, expires_at, state, controller_id, handed_out_at)
     values ($1, $2, $3, 'unlock', $4, 'Ada Admin', now() + interval '1 hour', case when $5::uuid is null then 'saved' else 'handedOut' end,
       $5, case when $5::uuid is null then null else now() end)`,
    [tenants[tenant], id, deviceId, randomUUID(), handedTo],
  );
  return id;
}
/** The same, with a pending command. */
const withCommand: Make = async (world, tenant, location, forOnce): Promise<Ids> => {
  const ids = await make(world, tenant, location, forOnce);
  return { ...ids, commandId: await newCommand(world, tenant, ids.id) };
};
const unlock = { type: 'unlock' } as const;
const sending = { needs: editing('DEVICES'), body: () => unlock };

/** The OKM at North, as a caller whose token was used before. */
async function northController(world: World) {
  const id = await world.deviceOf('demo', serials.northOkm);
  const { secret } = await newToken(world, 'demo', id);
  const controller = world.portal.controller(secret);
  await controller.call(controllerCommands.list);
  return { id, secret, controller };
}

export const commandsResource: ResourceOf<'commands'> = {
  make,
  calls: {
    list: { needs: editing('DEVICES'), ok: 200 },
    send: [
      { ...sending, ok: 403, confirmed: false },
      { ...sending, variant: 'confirmed', ok: 201, confirmed: true },
    ],
    cancel: [
      { needs: editing('DEVICES'), ok: 204, target: withCommand },
      {
        variant: 'another',
        needs: editing('DEVICES'),
        ok: 404,
        params: () => ({ commandId: randomUUID() }),
      },
    ],
  },
  locations: async (world) => {
    const near = await make(world, 'demo', 'North', false);
    return {
      reads: [commands.list.path.replace(':id', near.id)],
      stir: async () => {
        for (const location of ['South', null] as const) await withCommand(world, 'demo', location, false);
      },
    };
  },
  walk: async ({ world }) => {
    const { id } = await make(world, 'demo', 'North', false);
    const { manager } = world.portal.as;
    let commandId = '';
    const send = async () => {
      commandId = (await manager.call(commands.send, { params: { id }, body: unlock })).data.id;
    };
    return [
      ['send', 'REMOTE_UNLOCK', () => whileConfirmed(world, commands.send.confirm, send)],
      ['cancel', 'CANCEL_REMOTE_UNLOCK', () => manager.call(commands.cancel, { params: { id, commandId } })],
    ];
  },
  references: async (scene: Scene) => {
    const { world, here, away, theirs } = scene;
    const own = here('devices').id;
    return {
      slots: {
        'the command of a device': slot(
          commands.cancel,
          {
            theirs: await newCommand(world, 'harbor', theirs('devices').id),
            away: await newCommand(world, 'demo', away('devices').id),
          },
          (id) => ({ params: { id: own, commandId: id } }),
        ),
      },
    };
  },
};

export const controllerCommandsResource: ResourceOf<'controllerCommands'> = {
  /** A command that another controller was given. */
  make: async (world, tenant, location) => {
    const { id } = await world.make('devices', tenant, location);
    return { id: await newCommand(world, tenant, id, id) };
  },
  calls: {
    list: { needs: 'token', ok: 200 },
    answer: { needs: 'token', ok: 404, body: () => ({ state: 'done' }) },
  },
  tenantWide: ['list'],
  walk: async ({ world, secrets }) => {
    const okm = await northController(world);
    secrets.push(okm.secret);
    const id = await newCommand(world, 'demo', okm.id, okm.id);
    const answer = () => okm.controller.call(controllerCommands.answer, { params: { id }, body: { state: 'done' } });
    return [['answer', 'REMOTE_UNLOCK_OUTCOME', answer]];
  },
  references: async ({ world }) => {
    const { controller } = await northController(world);
    const northOkm = await world.deviceOf('harbor', serials.northOkm);
    const southOkm = await world.deviceOf('demo', serials.southOkm);
    const ids = {
      theirs: await newCommand(world, 'harbor', northOkm, northOkm),
      away: await newCommand(world, 'demo', southOkm, southOkm),
    };
    const answer = slot(controllerCommands.answer, ids, (id) => ({ params: { id }, body: { state: 'done' as const } }));
    return {
      slots: { 'the command that a controller answers': { ...answer, ask: (_as, id) => answer.ask(controller, id) } },
    };
  },
};
