import { userInfo } from 'node:os';
import type { EventSystem } from '@keyward/contract/activity';
import type { Db } from '#db/tenant.ts';

/** The origin of the call that writes an event. */
export type Origin = { system: EventSystem; userAgent?: string; operator?: string };

const origins = new WeakMap<Db, Origin>();

/** Sets the origin of those events of this transaction that have none of their own. */
export const setOrigin = (db: Db, origin: Origin): void => void origins.set(db, origin);
export const originOf = (db: Db): Origin | undefined => origins.get(db);

/** The command line, with the account that runs it: with sudo, the account that invoked sudo. */
export function commandLine(): Origin {
  const account = process.env['SUDO_USER'] ?? accountName();
  return { system: 'commandLine', ...(account ? { operator: account } : {}) };
}

/** The name of this process's account; undefined if the system has none for its user id, as in many containers. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
