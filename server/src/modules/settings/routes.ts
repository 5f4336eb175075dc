import { type Setting, settings } from '@keyward/contract/settings';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { existing } from '#core/entity.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { ownSetting, settingsOf } from './queries.ts';
import { changeSetting, createSetting } from './service.ts';
import { endOwnSession, ownSessions } from './sessions.ts';

/** Specification, part 1, section 3 'Setting': the dashboard's metrics default to an empty list. */
const noMetrics: Setting = {
  id: null,
  user_id: null,
  name: 'DashboardMetrics',
  category: 'UI',
  client_data: null,
  value: [],
};

const reread = async ({ db, actor }: { db: Db; actor: Actor }, id: string) => ({
  data: existing(await ownSetting(db, actor.id, id)),
});

export function settingRoutes(app: FastifyInstance) {
  route(app, settings.defaults, async ({ db }) => {
    const stored = await settingsOf(db, null);
    return { data: stored.some((s) => s.name === noMetrics.name) ? stored : [...stored, noMetrics] };
  });
  route(app, settings.mine, async ({ db, actor }) => ({ data: await settingsOf(db, actor.id) }));
  route(app, settings.tenantConfig, async ({ actor, params }) => ({ data: actor.tenant.config[params.name] }));
  route(app, settings.create, async ({ db, actor, body }) => ({ data: await createSetting(db, actor, body) }), reread);
  route(
    app,
    settings.update,
    async ({ db, actor, params, body }) => ({
      data: await changeSetting(db, actor, params.id, body.value),
    }),
    reread,
  );
  route(app, settings.sessions, async ({ db, actor }) => ({ data: await ownSessions(db, actor) }));
  route(app, settings.endSession, ({ db, actor, params }) => endOwnSession(db, actor, params.id));
}
