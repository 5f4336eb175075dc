import { redeems } from '@keyward/contract/redeem';
import type { FastifyInstance } from 'fastify';
import { route, routeReadingAhead } from '#core/http/route.ts';
import type { Services } from '#core/module.ts';
import { giveBack } from './give-back.ts';
import { storeOfflineUses } from './offline-uses.ts';
import { useCounted } from './redeem-queries.ts';
import { readEntry, redeem } from './redeem.ts';
import { reportTries } from './wrong-entries.ts';

export function redeemRoutes(app: FastifyInstance, { vault }: Pick<Services, 'vault'>) {
  routeReadingAhead(
    app,
    redeems.redeem,
    ({ db, tokenHash, body }) => readEntry(db, tokenHash, body),
    ({ db, actor, body }, entry) => redeem(db, vault, actor, { ...body, ...entry }),
    useCounted,
  );
  route(app, redeems.giveBack, ({ db, actor, params, body }) => giveBack(db, actor, params.number, body.cause));
  route(app, redeems.uses, async ({ db, actor, body }) => ({
    data: await storeOfflineUses(db, vault, actor, body.uses),
  }));
  route(app, redeems.tries, async ({ db, actor, body }) => ({ data: await reportTries(db, vault, actor, body.tries) }));
}
