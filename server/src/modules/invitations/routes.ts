import { invitations } from '@keyward/contract/invitations';
import type { FastifyInstance } from 'fastify';
import { versioned } from '#core/http/exchange.ts';
import { json } from '#core/http/reply.ts';
import { route } from '#core/http/route.ts';
import { listJson } from '#core/list/reply.ts';
import { selectionSize } from '#core/list/selection.ts';
import type { Services } from '#core/module.ts';
import { inviteList } from './list.ts';
import {
  cancelInvite,
  cancelInvites,
  correctAddress,
  createInvite,
  getInvite,
  makeLink,
  rereadLink,
  resendInvites,
} from './service.ts';

const sent = 'An email has been sent with a link for installing the app and using the temporary access key.';

export function invitationRoutes(app: FastifyInstance, services: Pick<Services, 'vault' | 'portalBase'>) {
  const { vault } = services;
  route(app, invitations.list, async ({ db, actor, query }) => json(await listJson(db, actor, inviteList, query)));
  route(app, invitations.get, async ({ db, actor, params, http }) => ({
    data: versioned(http, await getInvite(db, actor, params.id)),
  }));
  route(
    app,
    invitations.create,
    async ({ db, actor, body }) => ({ data: await createInvite(db, actor, vault, body), msg: sent }),
    async ({ db, actor }, id) => ({ data: await getInvite(db, actor, id), msg: sent }),
  );
  route(
    app,
    invitations.resend,
    async ({ db, actor, body }) => {
      await resendInvites(db, actor, vault, body.invitationIds);
      return { sent: body.invitationIds.length };
    },
    async ({ body }) => ({ sent: body.invitationIds.length }),
  );
  route(app, invitations.cancel, ({ db, actor, params }) => cancelInvite(db, actor, params.id));
  route(
    app,
    invitations.cancelMany,
    ({ db, actor, body }) => cancelInvites(db, actor, body),
    async ({ body }) => ({ cancelled: selectionSize(body) }),
  );
  route(
    app,
    invitations.correctAddress,
    async ({ db, actor, params, body }) => ({ data: await correctAddress(db, actor, vault, params.id, body.email) }),
    async ({ db, actor }, id) => ({ data: await getInvite(db, actor, id) }),
  );
  route(
    app,
    invitations.makeLink,
    async ({ db, actor, params, body }) => ({ data: await makeLink(db, actor, services, params.id, body.how) }),
    async ({ db, actor, params }, _, at) => ({ data: await rereadLink(db, actor, services, params.id, at) }),
  );
}
