import { pins } from '@keyward/contract/pins';
import type { FastifyInstance } from 'fastify';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { route } from '#core/http/route.ts';
import { routeCsv } from '#core/http/route-csv.ts';
import type { DrawPin } from '#core/pins/digits.ts';
import type { Db } from '#db/tenant.ts';
import { countHeldPins, resetHeldPins } from './held-pins.ts';
import { exportPins } from './pin-export.ts';
import { pinHistory, rereadPin, resetPin, showPin } from './pins.ts';

type PinServices = { vault: Vault; drawPin?: DrawPin | undefined };

export function pinRoutes(app: FastifyInstance, { vault, drawPin: draw }: PinServices) {
  type Context = { db: Db; actor: Actor; http: Exchange };
  const callOf = ({ db, actor, http }: Context) => ({ db, actor, vault, draw, address: http.address });
  route(
    app,
    pins.show,
    async (context) => ({ data: await showPin(callOf(context), context.params.id, context.query.purpose) }),
    async (context, _id, at) => ({ data: await rereadPin(callOf(context), context.params.id, at) }),
  );
  route(
    app,
    pins.reset,
    async (context) => ({ data: await resetPin(callOf(context), context.params.id) }),
    async (context, _id, at) => ({ data: await rereadPin(callOf(context), context.params.id, at) }),
  );
  route(app, pins.held, async ({ db, actor, params }) => ({ data: await countHeldPins(db, actor, params.id) }));
  route(app, pins.resetHeld, async (context) => ({
    data: await resetHeldPins(callOf(context), context.params.id),
  }));
  routeCsv(app, pins.export, (context) => exportPins(callOf(context), context.body));
  route(app, pins.events, async ({ db, actor, params }) => ({ data: await pinHistory(db, actor, params.id) }));
}
