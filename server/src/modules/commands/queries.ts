import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

export type CommandDevice = NonNullable<Awaited<ReturnType<typeof findDevice>>>;

const deviceQuery = (db: Db, id: string) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .select(['d.id', 'd.name', 'd.serial_number as serial', 'd.location_value_id as locationId'])
    .select(['d.controller_id as controllerId', 't.device_class as deviceClass'])
    .where('d.id', '=', id);

export const findDevice = (db: Db, id: string) => deviceQuery(db, id).executeTakeFirst();
/** Locks the device, so that one command at a time is added to it. */
export const lockDevice = (db: Db, id: string) => deviceQuery(db, id).forNoKeyUpdate('d').executeTakeFirst();

/** A command that expired without an answer counts as unknown, even before the job has stored that. */
const isOver = sql<boolean>`(ended_at is null and expires_at <= now())`;
const shown = [
  'id',
  'type',
  sql<string>`case when ${isOver} then 'unknown' else state end`.as('state'),
  sql<string | null>`case when ${isOver} then case when handed_out_at is null then 'notFetched' else 'notConfirmed' end
    else reason end`.as('reason'),
  'created_at',
  'created_by_name as created_by',
  'expires_at',
  'handed_out_at',
  sql<string | null>`case when ${isOver} then expires_at else ended_at end`.as('ended_at'),
  'ended_by_name as ended_by',
] as const;

export type ShownCommand = Awaited<ReturnType<typeof lastCommands>>[number];

export const lastCommands = (db: Db, deviceId: string, limit: number) =>
  db
    .selectFrom('device_command')
    .select(shown)
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findCommand = (db: Db, deviceId: string, id: string) =>
  db
    .selectFrom('device_command')
    .select(shown)
    .where('device_id', '=', deviceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Whether a command for the device is waiting or with its controller. */
export const isWaiting = async (db: Db, deviceId: string): Promise<boolean> =>
  (await db
    .selectFrom('device_command')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined;

export const insertCommand = (
  db: Db,
  command: { device_id: string; created_by: string; created_by_name: string; seconds: number },
) => {
  const { seconds, ...columns } = command;
  return db
    .insertInto('device_command')
    .values({ ...columns, type: 'unlock', expires_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
};

/** Queues the job that watches the command, `seconds` from now or at its end. */
export const queueWatch = (db: Db, id: string, expiresAt: string, seconds: number) =>
  db
    .selectNoFrom(
      sql`queue_device_command(${id}::uuid,
        least(${expiresAt}::timestamptz, clock_timestamp() + make_interval(secs => ${seconds})))`.as('queued'),
    )
    .execute();

const openQuery = (db: Db) =>
  db
    .selectFrom('device_command as c')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .select(['c.id', 'c.state', 'c.created_by as senderId', 'c.created_by_name as senderName'])
    .select(['c.expires_at as expiresAt', 'c.handed_out_at as handedOutAt', 'c.controller_id as handedTo'])
    .select(['d.id as deviceId', 'd.name', 'd.serial_number as serial', 'd.location_value_id as locationId'])
    .select(['d.controller_id as controllerId', 't.device_class as deviceClass'])
    .select(sql<number>`extract(epoch from c.expires_at - clock_timestamp())::float8`.as('secondsLeft'))
    .forNoKeyUpdate('c');
export type OpenCommand = Awaited<ReturnType<typeof lockCommands>>[number];

/** The unanswered commands for this controller's devices, locked in the order of their ids. */
export const lockCommands = (db: Db, controllerId: string) =>
  openQuery(db)
    .where((eb) => eb.or([eb('d.id', '=', controllerId), eb('d.controller_id', '=', controllerId)]))
    .where('c.ended_at', 'is', null)
    .orderBy('c.id')
    .execute();

/** The commands of the tenant that no controller has fetched, locked in the order of their ids. */
export const lockWaiting = (db: Db) =>
  openQuery(db).where('c.state', '=', 'saved').where('c.ended_at', 'is', null).orderBy('c.id').execute();

/** Locks one command, whatever its state. */
export const lockCommand = (db: Db, id: string) => openQuery(db).where('c.id', '=', id).executeTakeFirst();

export const markHandedOut = (db: Db, id: string, controllerId: string) =>
  db
    .updateTable('device_command')
    .set({ state: 'handedOut', controller_id: controllerId, handed_out_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();

export type Ending = {
  state: 'done' | 'refused' | 'unknown' | 'cancelled';
  reason: string | null;
  by?: string;
  controllerTime?: string | undefined;
};
export const endCommand = (db: Db, id: string, { state, reason, by, controllerTime }: Ending) =>
  db
    .updateTable('device_command')
    .set({
      state,
      reason,
      ended_at: sql<string>`clock_timestamp()`,
      ended_by_name: by ?? null,
      controller_time: controllerTime ?? null,
    })
    .where('id', '=', id)
    .execute();
