// Invitations of a test portal, stored as the services store them.
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { keySecretContext, newCodeSecret } from '#core/onepass/code.ts';
import { people, serials, tenants } from '#testing/people.ts';
import type { Answer, Caller, Portal } from '#testing/portal.ts';

type MadeKey = { id: string; secret: string; device: string };
export type MadeInvite = { id: string; token: string; email: string; keys: MadeKey[] };
export type Invited = {
  tenant?: keyof typeof tenants;
  /** Serial numbers of the devices. */
  devices?: readonly string[];
  notes?: string;
  locale?: string;
  uses?: number;
  maxUses?: number;
  /** Minutes until the keys end. */
  minutes?: number;
};

/** An invitation that was sent by mail, with one key for each device. */
export async function invite(
  { database: { system }, vault }: Portal,
  {
    tenant = 'demo',
    devices = [serials.northPadlock],
    notes = '',
    locale = 'en',
    uses = 0,
    maxUses = 3,
    minutes = 60,
  }: Invited = {},
): Promise<MadeInvite> {
  const tenantId = tenants[tenant];
  const token = newSecret();
  const email = `guest-${token.slice(0, 8)}@example.com`;
  const by = [tenantId, people.admin.username];
  const { rows: made } = await system.query<{ id: string }>(
    `insert into secure_key_invite
       (tenant_id, email, notes, locale, created_by, created_by_name, token_hash, sent_at, delivery)
     select $1, $3, $4, $5, id, name, $6, now(), 'handedOver' from profile where tenant_id = $1 and username = $2
     returning id`,
    [...by, email, notes, locale, secretHash(token)],
  );
  const id = made[0]?.id ?? '';
  const keys: MadeKey[] = [];
  for (const serial of devices) {
    const secret = newCodeSecret();
    const { rows } = await system.query<{ id: string; device_id: string }>(
      `insert into secure_key (tenant_id, id, device_id, invite_id, created_at, created_by, created_by_name, duration,
         expires_at, max_uses, uses, secret)
       select $1, uuidv7(), d.id, $3, now() - interval '1 day', p.id, p.name, 1440 + $4::int,
         now() + make_interval(mins => $4::int), $5, $6, ''
       from device d, profile p
       where d.tenant_id = $1 and d.serial_number = $7 and p.tenant_id = $1 and p.username = $2
       returning id, device_id`,
      [...by, id, minutes, maxUses, uses, serial],
    );
    const key = { id: rows[0]?.id ?? '', device: rows[0]?.device_id ?? '', secret };
    await system.query('update secure_key set secret = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      key.id,
      vault.seal(secret, keySecretContext(tenantId, key.id)),
    ]);
    keys.push(key);
  }
  return { id, token, email, keys };
}

export const cancel = ({ database }: Portal, { id }: MadeInvite) =>
  database.system.query(
    `update secure_key_invite set status = 'CANCELLED', cancelled_at = now() where tenant_id = $1 and id = $2`,
    [tenants.demo, id],
  );

export const stepsOf = async ({ database }: Portal, { id }: MadeInvite): Promise<string[]> =>
  (
    await database.system.query<{ step: string }>(
      'select step from secure_key_invite_step where invite_id = $1 order by at, id',
      [id],
    )
  ).rows.map(({ step }) => step);

/** The caller's browser with the cookies that an answer set. */
export function withCookiesOf(caller: Caller, answer: Answer): Caller {
  const lines: unknown[] = [answer.headers['set-cookie']].flat();
  const cookies = lines.flatMap((line) => (typeof line === 'string' ? (line.split(';')[0] ?? []) : []));
  return cookies.reduce((browser, cookie) => browser.withCookie(cookie), caller);
}
