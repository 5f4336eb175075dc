import { type Setting, settings } from '@keyward/contract/settings';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import { existing } from '#core/entity.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { ownSetting, settingsOf } from './queries.ts';
import { changeSetting, createSetting } from './service.ts';
import { endOwnSession, ownSessions } from './sessions.ts';

/**
 * A default that has no stored row. Specification, part 1, section 3 'Setting': the dashboard's metrics are an empty list; the
 * time zone is the organization's.
 */
const defaultOf = (name: Setting['name'], value: unknown): Setting => ({
  id: null,
  user_id: null,
  name,
  category: 'UI',
  client_data: null,
  value,
});

const reread = async ({ db, actor }: { db: Db; actor: Actor }, id: string) => ({
  data: existing(await ownSetting(db, actor.id, id)),
});

export function settingRoutes(app: FastifyInstance) {
  route(app, settings.defaults, async ({ db, actor }) => {
    const stored = await settingsOf(db, null);
    const defaults = [defaultOf('Timezone', actor.tenant.config.timeZone), defaultOf('DashboardMetrics', [])];
    return { data: [...stored, ...defaults.filter(({ name }) => stored.every((s) => s.name !== name))] };
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
