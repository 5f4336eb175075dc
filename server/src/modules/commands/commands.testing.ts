// Remote unlock in tests: two controllers, and helpers that send, answer and inspect commands.
import { commands, controllerCommands } from '@keyward/contract/commands';
import { confirm } from '@keyward/contract/confirm';
import { demoPassword } from '#core/auth/demo.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

type Body = {
  event: string;
  result: string;
  description: { agentName: string; changes: { attribute: string; newValue: string }[] };
};

export async function openCommands() {
  const portal = await openPortal();
  const { system } = portal.database;
  const { admin, manager, clerk, harborAdmin } = portal.as;
  const { work } = openOutbox(portal);

  const idOf = async (serial: string) => {
    const { rows } = await system.query<{ id: string }>(
      'select id from device where tenant_id = $1 and serial_number = $2',
      [tenants.demo, serial],
    );
    return rows[0]?.id ?? '';
  };
  const okm = async (serial: string) => portal.controller((await issueToken(admin, await idOf(serial))).token);
  const [north, south] = [await okm(serials.northOkm), await okm(serials.southOkm)];
  const lock = await idOf(serials.northPadlock);
  const params = { id: lock };
  const body = { type: 'unlock' } as const;

  const setting = (values: object) =>
    system.query('update tenant set config = config || $2::jsonb where id = $1', [
      tenants.demo,
      JSON.stringify(values),
    ]);
  const confirmAs = (who: Caller) =>
    who.call(confirm.password, { body: { act: 'unlockDevice', password: demoPassword } });
  const send = async (who = manager, id = lock) => (await who.call(commands.send, { params: { id }, body })).data;
  const refusal = async (who = manager, id = lock) => (await who.refused(commands.send, { params: { id }, body })).code;
  const queue = async (who = manager, id = lock) => (await who.call(commands.list, { params: { id } })).data;
  const last = async () => (await queue(admin)).commands[0];
  const fetched = async (as = north) => (await as.call(controllerCommands.list)).data;
  const answer = (id: string, state: 'done' | 'refused', more: object = {}, as = north) =>
    as.call(controllerCommands.answer, { params: { id }, body: { state, ...more } });
  /** Makes commands this many seconds older. */
  const later = (seconds: number) =>
    system.query(
      `update device_command set created_at = created_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1)`,
      [seconds],
    );
  /** Runs the jobs that watch commands, as if they were due. */
  const watch = async () => {
    await system.query(
      `update graphile_worker._private_jobs set run_at = now()
       where task_id in (select id from graphile_worker._private_tasks where identifier = 'device-command')`,
    );
    await work();
  };
  const events = async () =>
    (
      await system.query<{ body: string }>(
        `select body from event where tenant_id = $1 and event like '%REMOTE_UNLOCK%' order by received_at, id`,
        [tenants.demo],
      )
    ).rows.map(({ body: text }) => {
      const { event, result, description }: Body = JSON.parse(text);
      const of = Object.fromEntries(description.changes.map((change) => [change.attribute, change.newValue]));
      return `${event} ${result} ${description.agentName}${of['reason'] ? ` ${of['reason']}` : ''}`;
    });
  const reset = async () => {
    await system.query('delete from device_command');
    await system.query(`delete from event where event like '%REMOTE_UNLOCK%'`);
    await setting({ remoteUnlock: true, remoteUnlockSeconds: 60 });
    for (const who of [admin, manager]) await confirmAs(who);
  };
  const callers = { admin, manager, clerk, harborAdmin, north, south };
  const made = { portal, system, lock, idOf, params, body, setting, reset };
  return { ...callers, ...made, confirmAs, send, refusal, queue, last, fetched, answer, later, watch, events };
}
