import { views } from '@keyward/contract/views';
import type { FastifyInstance } from 'fastify';
import { viewsFor } from '#core/list/views/built-in.ts';
import { filterOptions } from '#core/list/views/options.ts';
import { columnsOf, filterSchema, listTags, schemaOf, withLocations } from '#core/list/views/schema.ts';
import { route } from '#core/http/route.ts';
import { versionedReplies } from '#core/http/versioned-replies.ts';
import { countViews } from './counts.ts';
import { audienceOf, changeView, createView, getView, readableList, removeView, restoreView } from './saved.ts';
import { visibleViews } from './saved-queries.ts';
import { toCustomViews } from './shape.ts';

const { reply, reread } = versionedReplies(getView, ({ saved }) => saved);

/** The views of a list, built-in and saved, for actors who may read the list. */
export function viewRoutes(app: FastifyInstance): void {
  route(app, views.list, async ({ db, actor, query }) => {
    const list = readableList(actor, query.resource);
    const tags = await listTags(db, list);
    const schema = filterSchema(actor, list, tags);
    const builtIn = viewsFor(list, actor).map(({ needs: _needs, ...view }) => ({
      ...view,
      columns: withLocations(list, view.columns, tags),
      filterSchema: schemaOf(schema, view),
    }));
    const saved = await toCustomViews(db, actor, list, await visibleViews(db, actor.id, query.resource), schema);
    return { data: [...builtIn, ...saved], columns: columnsOf(list, tags) };
  });
  route(app, views.counts, async ({ db, actor, query: { resource, ...query } }) => ({
    data: await countViews(db, actor, readableList(actor, resource), query),
  }));
  route(app, views.filterOptions, async ({ db, actor, params, query }) => {
    const list = readableList(actor, params.resource);
    return { data: await filterOptions(db, actor, list, params.column, query.search?.trim() ?? '') };
  });
  route(app, views.create, async ({ db, actor, body, http }) => reply(http, await createView(db, actor, body)), reread);
  route(
    app,
    views.update,
    async ({ db, actor, params, body, http }) =>
      reply(http, await changeView(db, actor, params.id, body, http.ifMatch)),
    reread,
  );
  route(app, views.remove, ({ db, actor, params }) => removeView(db, actor, params.id));
  route(
    app,
    views.restore,
    async ({ db, actor, params, http }) => reply(http, await restoreView(db, actor, params.id)),
    reread,
  );
  route(app, views.audience, async ({ db, actor }) => ({ data: await audienceOf(db, actor) }));
}
