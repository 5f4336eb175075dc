// Test helpers for OnePASS keys and their codes.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { redeemReply, type RedeemReply, type RedeemRequest, redeems } from '@keyward/contract/redeem';
import { codeAt, keySecretContext, newCodeSecret } from '#core/onepass/code.ts';
import { serials, tenants } from '#testing/people.ts';
import type { Portal } from '#testing/portal.ts';
import { openGateway } from './gateway.testing.ts';

type NewKey = {
  serial: string;
  tenant?: keyof typeof tenants;
  uses?: number;
  /** Seconds until it ends. */
  seconds?: number;
  /** The invitation that it belongs to. */
  invite?: string;
};
export type TestKey = { id: string; secret: string };

/** The code that the recipient is shown at this time, by default now. */
export const codeOf = ({ secret }: TestKey, at = new Date()): string => codeAt(secret, at);

export async function makeInvite(portal: Portal, email = 'guest@example.com', tenant: 'demo' | 'harbor' = 'demo') {
  const id = randomUUID();
  await portal.database.system.query(
    `insert into secure_key_invite (tenant_id, id, email, locale, created_by, created_by_name, token_hash)
     values ($1, $2, $3, 'en', $4, 'Ada Admin', $5)`,
    [tenants[tenant], id, email, randomUUID(), randomBytes(32)],
  );
  return id;
}

export async function makeKey(portal: Portal, key: NewKey): Promise<TestKey> {
  const { serial, tenant = 'demo', uses = 1, seconds = 3600, invite = null } = key;
  const id = randomUUID();
  const secret = newCodeSecret();
  await portal.database.system.query(
    `insert into secure_key (tenant_id, id, device_id, invite_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     select $1, $2, d.id, $4, $5, 'Ada Admin', 60, now() + make_interval(secs => $6), $7, $8
     from device d where d.tenant_id = $1 and d.serial_number = $3`,
    [
      tenants[tenant],
      id,
      serial,
      invite,
      randomUUID(),
      seconds,
      uses,
      portal.vault.seal(secret, keySecretContext(tenants[tenant], id)),
    ],
  );
  return { id, secret };
}

/** The parts of an event that these tests look at. */
export type Body = {
  result: string;
  event_time: string;
  received_at: string;
  agent_domain: string | null;
  agent_id: string | null;
  entity_domain: string;
  system: string;
  occurrence?: number;
  description: {
    agentName: string | null;
    agentEmail: string | null;
    entityName: string;
    changes: { attribute: string; newValue: string }[];
  };
};

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);
export const attributes = (event: Body | undefined): Record<string, string> =>
  Object.fromEntries((event?.description.changes ?? []).map((change) => [change.attribute, change.newValue]));

/** Two locations whose controllers redeem codes at the padlock of the first. */
export async function openRedeem() {
  const world = await openGateway();
  const { portal, north } = world;
  const { system } = portal.database;
  const serial = serials.northPadlock;
  const entry = (code: string, more: object = {}) => ({ number: randomUUID(), serial, code, ...more });
  /** Sends the entry like a controller: repeats it while another entry at the device is judged, or the server is busy. */
  async function ask(body: RedeemRequest, as = north): Promise<RedeemReply> {
    for (;;) {
      const answer = await as.request(redeems.redeem, { body });
      if (answer.status === 200) return redeemReply.parse(answer.body);
      if (answer.status !== 409 && answer.status !== 503) throw new Error(answer.text);
      await sleep(10);
    }
  }
  const redeem = (code: string, more: object = {}, as = north) => ask(entry(code, more), as);
  const giveBack = (number: string, as = north) => as.call(redeems.giveBack, { params: { number }, body: {} });
  const stored = async (key: TestKey) =>
    (
      await system.query<{ uses: number; over_uses: number; last_step: number | null; status: string | null }>(
        `select k.uses, k.over_uses, k.last_step, i.status from secure_key k left join secure_key_invite i on i.id = k.invite_id
         where k.id = $1`,
        [key.id],
      )
    ).rows[0];
  const stepsOf = async (invite: string) =>
    (
      await system.query<{ step: string; detail: string }>(
        'select step, detail from secure_key_invite_step where invite_id = $1 order by id',
        [invite],
      )
    ).rows.map(({ step, detail }) => `${step} ${detail}`);
  const events = async (type: string) =>
    (
      await system.query<{ body: string }>(
        'select body from event where tenant_id = $1 and event = $2 order by received_at, id',
        [tenants.demo, type],
      )
    ).rows.map(({ body }): Body => JSON.parse(body));
  /** Makes the next code of a key usable without waiting a minute. */
  const nextStep = (key: TestKey) =>
    system.query('update secure_key set last_step = last_step - 2 where id = $1', [key.id]);
  return { ...world, system, serial, entry, ask, redeem, giveBack, stored, stepsOf, events, nextStep, minutesAgo };
}
