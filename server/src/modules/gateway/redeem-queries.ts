import { redeemDays } from '@keyward/contract/redeem';
import { sql, type SqlBool } from 'kysely';
import { deviceOfToken } from '#core/auth/controller.ts';
import { compileOnce } from '#db/compiled.ts';
import { any } from '#db/fragments.ts';
import { type Db, subquery } from '#db/tenant.ts';

/** Reads and writes of redeem, sent as by `sendNow`: the service pipelines those that belong together. */

/** Sender of an entry: the hash of the controller's token, and the serial number of the device where the code was entered. */
export type Door = { tokenHash: Buffer; serial: string };

/** The device with this serial number, if it is the controller or reports through it. */
const ownDevice = ({ tokenHash, serial }: Door) =>
  subquery
    .selectFrom('device as o')
    .select('o.id')
    .where('o.serial_number', '=', serial)
    .where((eb) => {
      const controller = deviceOfToken(tokenHash);
      return eb.or([eb('o.id', '=', controller), eb('o.controller_id', '=', controller)]);
    });

/**
 * Allows one entry at a time for a device, until the end of the transaction; `free` is false while another entry has the lock,
 * since waiting would occupy a connection. A device of another controller is not locked, so that no controller delays another's,
 * and its entries are free. Claims nothing for a token that is unknown or revoked.
 */
export async function claimSerial(db: Db, { tokenHash, serial }: Door): Promise<{ own: boolean; free: boolean }> {
  const [claimed] = await claim(db, { tokenHash, serial, lock: lockName(db, serial) });
  return claimed ?? { own: false, free: false };
}
const claim = compileOnce((db, { tokenHash, serial, lock }: Door & { lock: string }) =>
  db
    .selectFrom('controller_token as c')
    .leftJoin('device as o', (join) =>
      join
        .on('o.serial_number', '=', serial)
        .on((eb) => eb.or([eb('o.id', '=', eb.ref('c.device_id')), eb('o.controller_id', '=', eb.ref('c.device_id'))])),
    )
    .select(sql<boolean>`o.id is not null`.as('own'))
    .select(
      sql<boolean>`case when o.id is null then true else pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) end`.as(
        'free',
      ),
    )
    .where('c.token_hash', '=', tokenHash),
);
/** Name of the lock for entries at a device. */
export const lockName = (db: Db, serial: string) => `redeem ${db.tenantId} ${serial}`;

export const findDevice = async (db: Db, door: Door) => (await devicesAt(db, door))[0];
const devicesAt = compileOnce((db, door: Door) =>
  db
    .selectFrom('device as d')
    .select(['d.id', 'd.name', 'd.location_value_id as locationId'])
    .where('d.id', 'in', ownDevice(door)),
);

const clock = compileOnce((db, { tenantId }: { tenantId: string }) =>
  db
    .selectFrom('tenant as t')
    .select([
      sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('now'),
      sql<boolean>`'secureKey' = any(t.features)`.as('enabled'),
    ])
    .where('t.id', '=', tenantId),
);
/** The database's time, and whether the tenant has OnePASS. */
export async function readClock(db: Db) {
  const [row] = await clock(db, db);
  if (!row) throw new Error('the tenant exists');
  return { now: new Date(Math.floor(row.now)), enabled: row.enabled };
}

const answer = ['granted', 'reason', 'uses_left', 'key_id', 'step', 'offline', 'request_hash', 'returned_at'] as const;
export type StoredUse = NonNullable<Awaited<ReturnType<typeof findUse>>>;

/** The stored answer to an earlier entry of the controller with this number. */
export const findUse = async (db: Db, use: { tokenHash: Buffer; number: string }) => (await usesOfToken(db, use))[0];
const usesOfToken = compileOnce((db, { tokenHash, number }: { tokenHash: Buffer; number: string }) =>
  db
    .selectFrom('secure_key_use')
    .select(answer)
    .where('controller_id', '=', deviceOfToken(tokenHash))
    .where('number', '=', number),
);

/** Seconds until the device, or the tenant, accepts another entry; 0 if it does now. */
export async function secondsBlocked(db: Db, { tokenHash, serial }: Door): Promise<number> {
  const [row] = await blockings(db, { tokenHash, serial, tenantId: db.tenantId });
  return row?.seconds ?? 0;
}
const blockings = compileOnce((db, { tokenHash, serial, tenantId }: Door & { tenantId: string }) =>
  db
    .selectFrom('wrong_entry as w')
    .select(
      sql<number>`coalesce(ceil(max(extract(epoch from w.blocked_until - clock_timestamp()))), 0)::int`.as('seconds'),
    )
    .where((eb) => eb.or([eb('w.of_id', '=', tenantId), eb('w.of_id', 'in', ownDevice({ tokenHash, serial }))]))
    .where('w.blocked_until', '>', sql<string>`clock_timestamp()`),
);

/** A key of the invitation of `k` at a location other than that of its device, `d`. */
const keyElsewhere = subquery
  .selectFrom('secure_key as s')
  .innerJoin('device as o', 'o.id', 's.device_id')
  .select('s.id')
  .where(sql<SqlBool>`s.invite_id = k.invite_id and o.location_value_id is distinct from d.location_value_id`);
/**
 * The address of `i`, the invitation of `k`, for events at the location of its device, `d`; null if the invitation has keys at
 * other locations, since the address is visible only to profiles of all of them (decision 127).
 */
export const addressThere = sql<string | null>`case when not exists ${keyElsewhere} then i.email end`;

export type DeviceKey = Awaited<ReturnType<typeof keysOfDevice>>[number];

/** The device's keys that work, or worked within the last day. */
export const keysOfDevice = compileOnce((db, door: Door) =>
  db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .leftJoin('secure_key_invite as i', 'i.id', 'k.invite_id')
    .leftJoin('lost_key as x', 'x.device_id', 'k.device_id')
    .select(['k.id', 'k.secret', 'k.invite_id as inviteId', 'k.expires_at as expiresAt', 'k.last_step as lastStep'])
    .select(['k.uses', 'k.max_uses as maxUses', 'i.status', addressThere.as('email')])
    .select(sql<boolean>`x.device_id is not null`.as('lost'))
    .where('k.device_id', 'in', ownDevice(door))
    .where('k.expires_at', '>', sql<string>`now() - interval '1 day'`)
    .orderBy('k.id'),
);

/** Locks invitations until the end of the transaction, before their keys: a concurrent cancellation waits, or has won. */
export const lockInvites = compileOnce((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('secure_key_invite')
    .select(['id', 'status', 'cancelled_at as cancelledAt'])
    .where('id', '=', any(ids))
    .orderBy('id')
    .forNoKeyUpdate(),
);

/** The constraint that a granted use violates if no key counted it. */
export const useCounted = 'secure_key_use_counted';

export type NewUse = {
  controller_id: string;
  number: string;
  request_hash: Buffer;
  key_id?: string | undefined;
  step?: number | undefined;
};
export type CountedUse = NewUse & {
  key_id: string;
  step: number;
  /** Values of the key when it was read. */
  uses: number;
  invite_id: string | null;
};
/**
 * Counts a use of a key that still works and is unchanged since it was read, and stores the answer that grants it. Violates
 * `useCounted` if the key has changed. Sent after `lockInvites`.
 */
export const countUse = compileOnce((db, use: CountedUse) =>
  db
    .with('counted', (eb) =>
      eb
        .updateTable('secure_key')
        .set({ uses: sql<number>`uses + 1`, last_step: use.step, last_used_at: sql<string>`clock_timestamp()` })
        .where('id', '=', use.key_id)
        .where('uses', '=', use.uses)
        .where('invite_id', 'is not distinct from', use.invite_id)
        .where((where) => where('uses', '<', where.ref('max_uses')))
        .where('expires_at', '>', sql<string>`clock_timestamp()`)
        .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', use.step)]))
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('secure_key_invite as i')
                .select('i.id')
                .whereRef('i.id', '=', 'secure_key.invite_id')
                .where('i.status', '=', 'CANCELLED'),
            ),
          ),
        )
        .returning(sql<number>`max_uses - uses`.as('left')),
    )
    .insertInto('secure_key_use')
    .values({
      controller_id: use.controller_id,
      number: use.number,
      request_hash: use.request_hash,
      granted: true,
      key_id: use.key_id,
      step: use.step,
      uses_left: (eb) => eb.selectFrom('counted').select('counted.left'),
    }),
);

export const markUsed = compileOnce((db, { inviteIds }: { inviteIds: readonly string[] }) =>
  db
    .updateTable('secure_key_invite')
    .set({ status: 'USED', version: sql<number>`version + 1` })
    .where('id', '=', any(inviteIds))
    .where('status', '=', 'NEW'),
);

export type InviteStep = {
  invite_id: string;
  key_id: string;
  step: 'used' | 'useReturned';
  detail: string;
  /** Now by default. */
  at?: Date;
};
export const insertStep = compileOnce((db, { invite_id, key_id, step, detail, at }: InviteStep) =>
  db
    .insertInto('secure_key_invite_step')
    .values({ invite_id, key_id, step, detail, at: sql<string>`coalesce(${at}::timestamptz, now())` }),
);

export type JudgedUse = NewUse & {
  granted: boolean;
  reason?: string | undefined;
  uses_left?: number | undefined;
  offline?: boolean;
};
export const insertUse = (db: Db, use: JudgedUse) => storeUse(db, { offline: false, ...use });
const storeUse = compileOnce((db, use: JudgedUse & { offline: boolean }) =>
  db.insertInto('secure_key_use').values({
    controller_id: use.controller_id,
    number: use.number,
    request_hash: use.request_hash,
    granted: use.granted,
    key_id: use.key_id,
    step: use.step,
    reason: use.reason,
    uses_left: use.uses_left,
    offline: use.offline,
  }),
);

/** Marks a granted use as given back if it is at most `minutes` old; undefined if it cannot be. */
export const markReturned = (db: Db, controllerId: string, number: string, minutes: number) =>
  db
    .updateTable('secure_key_use')
    .set({ returned_at: sql<string>`now()` })
    .where('controller_id', '=', controllerId)
    .where('number', '=', number)
    .where('granted', '=', true)
    .where('offline', '=', false)
    .where('returned_at', 'is', null)
    .where('at', '>', sql<string>`now() - make_interval(mins => ${minutes})`)
    .returning('key_id as keyId')
    .executeTakeFirst();

/** The key with its device and invitation, for the event of a use that is given back. */
export const findKeyOfUse = (db: Db, keyId: string) =>
  db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .leftJoin('secure_key_invite as i', 'i.id', 'k.invite_id')
    .select([
      'k.id',
      'k.invite_id as inviteId',
      addressThere.as('email'),
      'd.id as deviceId',
      'd.name',
      'd.location_value_id as locationId',
    ])
    .where('k.id', '=', keyId)
    .executeTakeFirst();

/** Takes one use off the key; a use beyond its maximum is taken off first. */
export const uncountUse = (db: Db, keyId: string) =>
  db
    .updateTable('secure_key')
    .set({
      uses: sql<number>`case when over_uses > 0 then uses else greatest(0, uses - 1) end`,
      over_uses: sql<number>`greatest(0, over_uses - 1)`,
    })
    .where('id', '=', keyId)
    .returning(['uses', 'max_uses as maxUses'])
    .executeTakeFirst();

export const usesByNumber = (db: Db, controllerId: string, numbers: readonly string[]) =>
  db
    .selectFrom('secure_key_use')
    .select(['number', ...answer])
    .where('controller_id', '=', controllerId)
    .where('number', '=', any(numbers))
    .execute();

/** Deletes answers that are too old to be repeated. */
export const oldAnswers = (db: Db) =>
  db.deleteFrom('secure_key_use').where('at', '<', sql<string>`now() - make_interval(days => ${redeemDays})`);
