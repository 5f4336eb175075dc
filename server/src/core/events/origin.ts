import { userInfo } from 'node:os';
import type { EventSystem } from '@keyward/contract/activity';
import type { Db } from '#db/tenant.ts';

/** What an event records of the call that writes it. */
export type Origin = { system: EventSystem; userAgent?: string; operator?: string };

const origins = new WeakMap<Db, Origin>();

/** Every event of this transaction that names no origin of its own has this one. */
export const setOrigin = (db: Db, origin: Origin): void => void origins.set(db, origin);
export const originOf = (db: Db): Origin | undefined => origins.get(db);

/** The command line, by the account that runs it: the one before sudo, where there was one. */
export function commandLine(): Origin {
  const account = process.env['SUDO_USER'] ?? accountName();
  return { system: 'commandLine', ...(account ? { operator: account } : {}) };
}

/** Undefined for a user id that the system has no name for, as in many containers. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
