import type { Db } from '#db/tenant.ts';

/** All columns but the hash. */
const shown = ['id', 'prefix', 'created_at', 'created_by', 'last_used_at'] as const;

export const tokensOf = (db: Db, deviceId: string) =>
  db.selectFrom('controller_token').select(shown).where('device_id', '=', deviceId).orderBy('created_at').execute();

export const insertToken = (
  db: Db,
  token: { device_id: string; token_hash: Buffer; prefix: string; created_by: string },
) => db.insertInto('controller_token').values(token).returning(shown).executeTakeFirstOrThrow();

export const deleteToken = (db: Db, deviceId: string, tokenId: string) =>
  db
    .deleteFrom('controller_token')
    .where('device_id', '=', deviceId)
    .where('id', '=', tokenId)
    .returning('prefix')
    .executeTakeFirst();
