// Compares random sequences of keys, invitations, redeems, uses given back and off line, cancellations and clock changes with a
// model.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { redeems } from '@keyward/contract/redeem';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { codeSeconds, keySecretContext } from '#core/onepass/code.ts';
import { serials, tenants } from '#testing/people.ts';
import { KeyModel, type ModelInvite, type ModelKey, stepOf } from './key-model.testing.ts';
import { codeOf, openRedeem } from './redeem.testing.ts';

const { portal, north, system, ask } = await openRedeem();
const { admin } = portal.as;

/** Number of steps that were made and compared. */
const made = { steps: 0 };
/** Waits until no state changes by itself for a second, and returns that time. */
async function quietNow(model: KeyModel): Promise<number> {
  for (;;) {
    const now = Date.now();
    const toMinute = codeSeconds * 1000 - (now % (codeSeconds * 1000));
    if (toMinute > 1000 && !model.edges.some((edge) => edge > now - 50 && edge < now + 1000)) return now;
    await sleep(100);
  }
}

async function checkKey(model: KeyModel, key: ModelKey, now: number) {
  const { data } = await admin.call(secureKeys.get, { params: { id: key.id } });
  expect({ uses: data.uses, count: data.count, status: data.status }).toEqual({
    uses: key.uses,
    count: key.max,
    status: model.status(key, now),
  });
  if (key.invite) await checkInvite(model, key.invite, now);
}
async function checkInvite(model: KeyModel, invite: ModelInvite, now: number) {
  const { data } = await admin.call(invitations.get, { params: { id: invite.id } });
  const usable = model.isUsable(invite, now);
  expect({
    status: data.status,
    uses: data.uses,
    resent: data.can_be_resent,
    cancelled: data.can_be_cancelled,
    used: data.steps.filter(({ step }) => step === 'used').length,
    returned: data.steps.filter(({ step }) => step === 'useReturned').length,
  }).toEqual({
    status: invite.status,
    uses: invite.keys.reduce((sum, key) => sum + key.uses, 0),
    resent: invite.status === 'NEW' && usable,
    cancelled: invite.status !== 'CANCELLED' && usable,
    used: invite.used,
    returned: invite.returned,
  });
}

async function makeKey(model: KeyModel, duration: number, count: number) {
  const serial = serials.northPadlock;
  const { id, data } = await admin.call(secureKeys.create, { body: { serial, duration, count } });
  const { rows } = await system.query<{ secret: Buffer }>('select secret from secure_key where id = $1', [id]);
  const secret = portal.vault.open(rows[0]?.secret ?? Buffer.alloc(0), keySecretContext(tenants.demo, id)) ?? '';
  const expiresAt = Date.parse(data.expiration_timestamp);
  model.keys.push({ id, secret, serial, expiresAt, max: count, uses: 0, over: 0, lastStep: null, invite: undefined });
}

async function makeInvite(model: KeyModel, keys: ModelKey[], now: number) {
  const refusal = model.refusesInvite(keys, now);
  const body = { email: 'guest@example.com', secure_key_ids: keys.map((key) => key.id) };
  if (refusal) return expect((await admin.refused(invitations.create, { body })).code).toBe(refusal);
  model.invite((await admin.call(invitations.create, { body })).data.id, keys);
}

async function cancel(model: KeyModel, invite: ModelInvite, now: number) {
  const refused = model.cancel(invite, now);
  const { status } = await admin.request(invitations.cancel, { params: { id: invite.id } });
  expect(status < 300).toBe(!refused);
}

async function redeem(model: KeyModel, key: ModelKey, stepsAgo: number, now: number) {
  // wrong entries have tests of their own
  await system.query('delete from wrong_entry');
  const at = new Date(now - stepsAgo * codeSeconds * 1000);
  const body = { number: randomUUID(), serial: key.serial, code: codeOf(key, at) };
  const expected = model.redeem(body.number, key, stepOf(at.getTime()), now);
  model.asked.push({ body, answer: expected });
  expect(await ask(body)).toEqual(expected);
}

async function repeat({ body, answer }: KeyModel['asked'][0]) {
  expect(await ask(body)).toEqual(answer);
}

async function giveBack(model: KeyModel, number: string, now: number) {
  const expected = model.giveBack(number, now);
  expect(await north.call(redeems.giveBack, { params: { number }, body: {} })).toEqual(expected);
}

async function reportUse(model: KeyModel, body: KeyModel['reported'][0], now: number) {
  const expected = model.reportUse(body, now);
  expect((await north.call(redeems.uses, { body: { uses: [body] } })).data).toEqual([expected]);
}

/** Moves all data of the model, and its rows, into the past. */
async function pass(model: KeyModel, minutes: number) {
  const keys = model.keys.map((key) => key.id);
  const seconds = minutes * 60;
  await system.query(
    `update secure_key set expires_at = expires_at - make_interval(secs => $2), created_at = created_at - make_interval(secs => $2),
       last_used_at = last_used_at - make_interval(secs => $2), last_step = last_step - $3::int where id = any($1::uuid[])`,
    [keys, seconds, seconds / codeSeconds],
  );
  await system.query('update secure_key_use set at = at - make_interval(secs => $2) where number = any($1::uuid[])', [
    model.uses.map((use) => use.number),
    seconds,
  ]);
  model.pass(minutes);
}

type Command = fc.AsyncCommand<KeyModel, object>;
/** A command that counts as a step and ends by comparing all keys. */
const command = (
  name: string,
  check: (model: KeyModel) => boolean,
  run: (model: KeyModel, now: number) => Promise<unknown>,
): Command => ({
  check,
  run: async (model) => {
    await run(model, await quietNow(model));
    made.steps++;
    const now = await quietNow(model);
    for (const key of model.keys) await checkKey(model, key, now);
  },
  toString: () => name,
});
const pick = <T>(list: readonly T[], index: number): T => {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

const index = fc.nat(99);
const hasKeys = (model: KeyModel) => model.keys.length > 0;
const commands = [
  fc.tuple(fc.constantFrom(3, 10, 60), fc.integer({ min: 1, max: 3 })).map(([duration, count]) =>
    command(
      `key for ${duration} minutes, ${count} uses`,
      (model) => model.keys.length < 4,
      (model) => makeKey(model, duration, count),
    ),
  ),
  fc
    .uniqueArray(index, { minLength: 1, maxLength: 2 })
    .map((chosen) =>
      command(`invite ${chosen.join()}`, hasKeys, (model, now) =>
        makeInvite(model, [...new Set(chosen.map((i) => pick(model.keys, i)))], now),
      ),
    ),
  index.map((i) =>
    command(
      `cancel ${i}`,
      (model) => model.invites.length > 0,
      (model, now) => cancel(model, pick(model.invites, i), now),
    ),
  ),
  ...[0, 0, 0, 1, 3].map((stepsAgo) =>
    index.map((i) =>
      command(`redeem ${i} ${stepsAgo} ago`, hasKeys, (model, now) =>
        redeem(model, pick(model.keys, i), stepsAgo, now),
      ),
    ),
  ),
  index.map((i) =>
    command(
      `repeat ${i}`,
      (model) => model.asked.length > 0,
      (model) => repeat(pick(model.asked, i)),
    ),
  ),
  index.map((i) =>
    command(
      `give back ${i}`,
      (model) => model.uses.length > 0,
      (model, now) => giveBack(model, pick(model.uses, i).number, now),
    ),
  ),
  fc.tuple(index, fc.nat(4), fc.option(index, { freq: 3 })).map(([i, stepsAgo, used]) =>
    command(`use off line ${i} ${stepsAgo} ${used}`, hasKeys, async (model, now) => {
      const key = pick(model.keys, i);
      const number = used === null || model.uses.length === 0 ? randomUUID() : pick(model.uses, used).number;
      const step = stepOf(now) - stepsAgo;
      const body = { number, serial: key.serial, keyId: key.id, step, time: new Date(now).toISOString(), offset: null };
      model.reported.push(body);
      await reportUse(model, body, now);
    }),
  ),
  index.map((i) =>
    command(
      `report again ${i}`,
      (model) => model.reported.length > 0,
      (model, now) => reportUse(model, pick(model.reported, i), now),
    ),
  ),
  ...[fc.constant(1), fc.constantFrom(1, 2, 4, 30, 1500)].map((minutes) =>
    minutes.map((n) => command(`${n} minutes`, hasKeys, (model) => pass(model, n))),
  ),
];

/** Runs random sequences until `wanted` steps are made; throws the first disagreement with its steps. */
async function runSteps(wanted: number): Promise<void> {
  const end = made.steps + wanted;
  while (made.steps < end) {
    // the hourly limit on invitations has tests of its own
    await system.query(`update secure_key_invite_step set at = at - interval '2 hours'`);
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), (drawn) =>
        fc.asyncModelRun(() => ({ model: new KeyModel(), real: {} }), drawn),
      ),
      { numRuns: 1, endOnFailure: true },
    );
  }
}

test('random steps agree with the model', { timeout: 3_600_000 }, async () => {
  await runSteps(10_000);
  expect(made.steps).toBeGreaterThanOrEqual(10_000);
});

const bugs: [name: string, body: string][] = [
  [
    'a use that counts twice',
    'if new.uses = old.uses + 1 and new.uses < new.max_uses then new.uses := new.uses + 1; end if;',
  ],
  ['a use given back that stays counted', 'if new.uses < old.uses then new.uses := old.uses; end if;'],
  ['a code that works again', 'if new.last_step > old.last_step then new.last_step := old.last_step; end if;'],
];
test.each(bugs)('%s would be found', { timeout: 120_000 }, async (_, body) => {
  await system.query(
    `create function planted() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
     create trigger planted before update on secure_key for each row execute function planted()`,
  );
  onTestFinished(async () => void (await system.query('drop function planted cascade')));
  const failure: unknown = await runSteps(1_000).catch((error: unknown) => error);
  expect(failure).toMatchObject({ cause: { name: 'AssertionError' } });
});
