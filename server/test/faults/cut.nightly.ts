// The connection to the database is lost between any two statements of a call, as when the database or the server dies
// there: before a statement is sent, or before its answer is read. A repeat of the call does everything exactly once.
import { randomUUID } from 'node:crypto';
import { commands, controllerCommands } from '@keyward/contract/commands';
import { confirm } from '@keyward/contract/confirm';
import { invitations } from '@keyward/contract/invitations';
import { redeems } from '@keyward/contract/redeem';
import { beforeEach, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { codeOf, makeInvite, makeKey, openRedeem } from '#modules/gateway/redeem.testing.ts';
import { openCut, type Scene } from '#testing/cut.ts';
import { tenants } from '#testing/people.ts';

const { portal, north, system, serial, entry } = await openRedeem();
const { app, sweep, numberIn, countEvents } = await openCut(portal);
const admin = portal.as.admin.on(app);
const okm = north.on(app);

const usesOf = (id: string) => numberIn('select uses as n from secure_key where id = $1', [id]);
const stepsOf = (step: string, keyOrInvite: string) =>
  numberIn('select count(*)::int as n from secure_key_invite_step where step = $1 and $2 in (key_id, invite_id)', [
    step,
    keyOrInvite,
  ]);

async function usedKey(uses: number) {
  const invite = await makeInvite(portal);
  const key = await makeKey(portal, { serial, uses: 3, invite });
  const bodies = Array.from({ length: uses }, () => entry(codeOf(key)));
  for (const body of bodies) await north.call(redeems.redeem, { body });
  return { key, number: bodies[0]?.number ?? '' };
}
async function sentInvitation() {
  const email = `${randomUUID()}@example.com`;
  const body = { email, secure_key_ids: [(await makeKey(portal, { serial })).id] };
  const { id } = (await portal.as.admin.call(invitations.create, { body })).data;
  return { id, email, keyed: admin.with({ 'idempotency-key': randomUUID() }) };
}
/** Number of mails to an address, without those that were withdrawn. */
const mailsTo = (email: string) =>
  numberIn(`select count(*)::int as n from mail where recipient = $1 and state <> 'failed'`, [email]);
async function savedCommand(state: 'saved' | 'handedOut') {
  const { data } = await portal.as.admin.call(commands.send, { params: { id: lock }, body: { type: 'unlock' } });
  if (state === 'handedOut') await north.call(controllerCommands.list);
  return data.id;
}
const lock =
  (
    await system.query<{ id: string }>('select id from device where tenant_id = $1 and serial_number = $2', [
      tenants.demo,
      serial,
    ])
  ).rows[0]?.id ?? '';

const scenes: Record<string, () => Promise<Scene>> = {
  'an invitation with its mail': async () => {
    const key = await makeKey(portal, { serial });
    const email = `${randomUUID()}@example.com`;
    const keyed = admin.with({ 'idempotency-key': randomUUID() });
    return {
      call: () => keyed.request(invitations.create, { body: { email, secure_key_ids: [key.id] } }),
      once: async () => ({
        invitations: await numberIn('select count(*)::int as n from secure_key_invite where email = $1', [email]),
        mails: await mailsTo(email),
        events: await countEvents('SEND_INVITATION', email),
        keys: await numberIn(
          `select count(*)::int as n from secure_key k join secure_key_invite i on i.id = k.invite_id
           join secure_key_invite_step s on s.invite_id = i.id and s.step = 'queued' where k.id = $1 and i.email = $2`,
          [key.id, email],
        ),
      }),
    };
  },
  'an invitation that is sent again': async () => {
    const { id, email, keyed } = await sentInvitation();
    return {
      call: () => keyed.request(invitations.resend, { body: { invitationIds: [id] } }),
      once: async () => ({
        steps: await stepsOf('resent', id),
        mails: await mailsTo(email),
        events: (await countEvents('SEND_INVITATION', id)) - 1,
      }),
    };
  },
  'an invitation that is cancelled': async () => {
    const { id, email, keyed } = await sentInvitation();
    return {
      call: () => keyed.request(invitations.cancel, { params: { id } }),
      once: async () => ({
        steps: await stepsOf('cancelled', id),
        mails: (await mailsTo(email)) + 1,
        events: await countEvents('CANCEL_INVITATION', id),
      }),
    };
  },
  'an address that is corrected': async () => {
    const { id, keyed } = await sentInvitation();
    const email = `${randomUUID()}@example.com`;
    return {
      call: () => keyed.request(invitations.correctAddress, { params: { id }, body: { email } }),
      once: async () => ({
        steps: await stepsOf('addressCorrected', id),
        mails: await mailsTo(email),
        events: await countEvents('CORRECT_INVITATION', id),
      }),
    };
  },
  'a redeem': async () => {
    const invite = await makeInvite(portal);
    const key = await makeKey(portal, { serial, uses: 3, invite });
    const body = entry(codeOf(key));
    return {
      call: () => okm.request(redeems.redeem, { body }),
      once: async () => ({
        uses: await usesOf(key.id),
        steps: await stepsOf('used', invite),
        events: await countEvents('USE_SECURE_KEY', body.number),
      }),
      repeats: (answer) => expect(answer).toEqual({ granted: true, keyId: key.id, usesLeft: 2 }),
    };
  },
  'a use that is given back': async () => {
    const { key, number } = await usedKey(1);
    return {
      call: () => okm.request(redeems.giveBack, { params: { number }, body: {} }),
      once: async () => ({
        uses: 1 - (await usesOf(key.id)),
        steps: await stepsOf('useReturned', key.id),
        events: await countEvents('RETURN_SECURE_KEY_USE', number),
      }),
      repeats: (answer) => expect(answer).toEqual({ returned: true }),
    };
  },
  'uses off line': async () => {
    const { key } = await usedKey(0);
    const time = new Date().toISOString();
    const use = (step: number) => ({ number: randomUUID(), serial, keyId: key.id, step, offset: null, time });
    const uses = [use(1), use(2)];
    return {
      call: () => okm.request(redeems.uses, { body: { uses } }),
      once: async () => ({
        uses: (await usesOf(key.id)) / 2,
        steps: (await stepsOf('used', key.id)) / 2,
        events: (await countEvents('USE_SECURE_KEY', key.id)) / 2,
      }),
      repeats: (answer) => {
        const outcomes = (answer as { data: { outcome: string }[] }).data.map(({ outcome }) => outcome);
        expect(['stored,stored', 'repeated,repeated']).toContain(outcomes.join());
      },
    };
  },
  'wrong PINs': async () => {
    const time = new Date().toISOString();
    const tries = Array.from({ length: 5 }, () => ({ number: randomUUID(), serial, time, offset: null }));
    return {
      call: () => okm.request(redeems.tries, { body: { tries } }),
      once: async () => ({
        tries: Math.round(await numberIn('select tries as n from wrong_entry where of_id = $1', [lock])) / 5,
        numbers:
          (await numberIn('select count(*)::int as n from secure_key_use where number = any($1::uuid[])', [
            tries.map(({ number }) => number),
          ])) / 5,
        events: await countEvents('WRONG_ENTRIES', lock),
      }),
      repeats: (answer) => expect(answer).toMatchObject({ data: { waits: [{ serial }] } }),
    };
  },
  'a command': async () => {
    const keyed = admin.with({ 'idempotency-key': randomUUID() });
    return {
      call: () => keyed.request(commands.send, { params: { id: lock }, body: { type: 'unlock' } }),
      once: async () => ({
        commands: await numberIn('select count(*)::int as n from device_command where device_id = $1', [lock]),
        events: await countEvents('REMOTE_UNLOCK', lock),
        jobs: await numberIn(
          `select count(*)::int as n from graphile_worker._private_jobs j join device_command c on j.payload::text like '%' || c.id || '%'`,
          [],
        ),
      }),
    };
  },
  'a command that is cancelled': async () => {
    const id = await savedCommand('saved');
    const keyed = admin.with({ 'idempotency-key': randomUUID() });
    return {
      call: () => keyed.request(commands.cancel, { params: { id: lock, commandId: id } }),
      once: async () => ({
        cancelled: await numberIn(
          `select count(*)::int as n from device_command where id = $1 and state = 'cancelled'`,
          [id],
        ),
        events: await countEvents('CANCEL_REMOTE_UNLOCK', id),
      }),
    };
  },
  'a command that is handed out': async () => {
    const id = await savedCommand('saved');
    return {
      call: () => okm.request(controllerCommands.list),
      once: async () => ({
        handedOut: await numberIn(
          `select count(*)::int as n from device_command where id = $1 and state = 'handedOut'`,
          [id],
        ),
      }),
      repeats: (answer) => expect(answer).toMatchObject({ data: [{ id, serial }] }),
    };
  },
  'the answer to a command': async () => {
    const id = await savedCommand('handedOut');
    return {
      call: () => okm.request(controllerCommands.answer, { params: { id }, body: { state: 'done' } }),
      once: async () => ({
        done: await numberIn(`select count(*)::int as n from device_command where id = $1 and state = 'done'`, [id]),
        events: await countEvents('REMOTE_UNLOCK_OUTCOME', id),
      }),
      repeats: (answer) => expect(answer).toEqual({ state: 'done' }),
    };
  },
};

beforeEach(async () => {
  await system.query(`update tenant set config = config || '{"remoteUnlock": true}' where id = $1`, [tenants.demo]);
  await portal.as.admin.call(confirm.password, { body: { act: 'unlockDevice', password: demoPassword } });
});
async function prepare(make: () => Promise<Scene>): Promise<Scene> {
  for (const table of ['wrong_entry', 'device_command']) await system.query(`delete from ${table}`);
  await system.query(`delete from event where event in ('WRONG_ENTRIES', 'REMOTE_UNLOCK')`);
  await system.query(`update secure_key_invite_step set at = at - interval '2 hours'`);
  return make();
}

test.each(Object.entries(scenes))('%s takes effect once, wherever it is cut off', { timeout: 120_000 }, (_, make) =>
  sweep(() => prepare(make)),
);
