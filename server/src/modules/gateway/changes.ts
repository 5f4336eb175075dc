import type { gateway } from '@keyward/contract/gateway';
import { pollSeconds } from '@keyward/contract/gateway';
import type { Out } from '@keyward/contract/endpoint';
import { touchToken } from '#core/auth/controller.ts';
import { type Bodiless, withoutBody } from '#core/http/reply.ts';
import type { WaitContext } from '#core/http/route-wait.ts';
import type { Polls } from '#core/live/polls.ts';
import type { Db } from '#db/tenant.ts';
import { countCommands } from './command-queries.ts';
import { findState, lockState } from './position-queries.ts';

type Changes = Out<typeof gateway.changes>;
type Held = { epoch?: number | undefined; version?: number | undefined };

/** The present state for the controller. `isNew`: the controller does not know it, so it is answered at once. */
async function newsOf(db: Db, deviceId: string, held: Held): Promise<{ news: Changes; isNew: boolean }> {
  const { epoch, version } = (await findState(db, deviceId)) ?? (await lockState(db, deviceId));
  const { unanswered, unfetched } = await countCommands(db, deviceId);
  return {
    news: { data: { access: { epoch, version }, commands: unanswered } },
    isNew: held.epoch !== epoch || held.version !== version || unfetched > 0,
  };
}

/**
 * Answers when something is new for the controller, or without a body when the time is over. A command that was handed out but
 * not answered does not end a poll early, because the controller may be carrying it out; it is sent when the time is over.
 */
export async function waitForChanges(
  polls: Polls,
  { controller, query, read, onLeave }: WaitContext<typeof gateway.changes>,
): Promise<Changes | Bodiless> {
  const poll = polls.begin(controller.deviceId, (query.wait ?? pollSeconds) * 1000);
  onLeave(poll.leave);
  const look = () =>
    read(async (db, caller) => {
      await touchToken(db, caller);
      return newsOf(db, caller.deviceId, query);
    });
  try {
    let seen = await look();
    while (!seen.isNew && (await poll.next()) === 'woken') seen = await look();
    if (seen.isNew) return seen.news;
    const last = seen.news.data.commands > 0 ? await look() : seen;
    return last.news.data.commands > 0 ? last.news : withoutBody(204);
  } finally {
    poll.leave();
  }
}
