import type { gateway } from '@keyward/contract/gateway';
import { pollSeconds } from '@keyward/contract/gateway';
import type { Out } from '@keyward/contract/endpoint';
import { touchToken } from '#core/auth/controller.ts';
import { type Bodiless, withoutBody } from '#core/http/reply.ts';
import type { WaitContext } from '#core/http/route-wait.ts';
import type { Polls } from '#core/live/polls.ts';
import type { Db } from '#db/tenant.ts';
import { countWaiting } from './command-queries.ts';
import { findState, lockState } from './position-queries.ts';

type Changes = Out<typeof gateway.changes>;
type Held = { epoch?: number | undefined; version?: number | undefined };

/** What is new for the controller; undefined: nothing. */
async function newsOf(db: Db, deviceId: string, held: Held): Promise<Changes | undefined> {
  const { epoch, version } = (await findState(db, deviceId)) ?? (await lockState(db, deviceId));
  const commands = await countWaiting(db, deviceId);
  if (held.epoch === epoch && held.version === version && commands === 0) return undefined;
  return { data: { access: { epoch, version }, commands } };
}

/** Answers when something is new for the controller, or without a body when the time is over. */
export async function waitForChanges(
  polls: Polls,
  { controller, query, read, onLeave }: WaitContext<typeof gateway.changes>,
): Promise<Changes | Bodiless> {
  const poll = polls.begin(controller.deviceId, (query.wait ?? pollSeconds) * 1000);
  onLeave(poll.leave);
  try {
    do {
      const news = await read(async (db, caller) => {
        await touchToken(db, caller);
        return newsOf(db, caller.deviceId, query);
      });
      if (news) return news;
    } while ((await poll.next()) === 'woken');
    return withoutBody(204);
  } finally {
    poll.leave();
  }
}
