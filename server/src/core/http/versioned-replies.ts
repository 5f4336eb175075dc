import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { Exchange } from './exchange.ts';

type Versioned = { version: number };

/**
 * The replies to writes of an entity with a version, which is their ETag: `reply` to a call, `reread` to a repeated call.
 * `versioned` is the part of the reply that has the version, if any.
 */
export function versionedReplies<T>(
  read: (db: Db, actor: Actor, id: string) => Promise<T>,
  versioned: (data: T) => Versioned | null | undefined,
) {
  const reply = (http: Exchange, data: T) => {
    const version = versioned(data)?.version;
    if (version !== undefined) http.etag(version);
    return { data };
  };
  return {
    reply,
    reread: async ({ db, actor, http }: { db: Db; actor: Actor; http: Exchange }, id: string) =>
      reply(http, await read(db, actor, id)),
  };
}
