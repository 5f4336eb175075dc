import { byName, groups, type ManagedTag, type tagDefinitionsQuery } from '@keyward/contract/groups';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type Exchange, versioned } from '#core/http/exchange.ts';
import { route } from '#core/http/route.ts';
import { tagDefinitions } from '#core/tags/queries.ts';
import { reloadTag, type StoredTag } from './queries.ts';
import { changeTag, createTag, listTags, moveTag, removeTag, tagUsage } from './service.ts';
import { editValues } from './values.ts';

/** The author of the last change appears only in conflict errors. */
const managed = ({ updated_by: _by, updated_at: _at, ...tag }: StoredTag): ManagedTag => tag;
const saved = (http: Exchange, tag: StoredTag, msg: string) => ({ data: managed(versioned(http, tag)), msg });

const conditions = (query: z.output<typeof tagDefinitionsQuery>) => ({
  type: query.type === undefined ? undefined : query.type === '0' ? (0 as const) : (1 as const),
  objectType: query.object_type,
  isLocation: query.is_location === undefined ? undefined : query.is_location === 'true',
});

export function groupRoutes(app: FastifyInstance) {
  route(app, groups.definitions, async ({ db, query }) => ({ data: await tagDefinitions(db, conditions(query)) }));
  route(app, groups.names, async ({ db, query }) => ({
    data: (await tagDefinitions(db, conditions(query))).map((tag) => ({
      ...tag,
      values: tag.values.map(({ name }) => name).toSorted(byName),
    })),
  }));
  route(app, groups.all, async ({ db, actor, query }) => ({
    data: (await listTags(db, actor, query.type === '0' ? 0 : 1, query.object_type)).map(managed),
  }));
  route(app, groups.usage, async ({ db, actor, params }) => ({ data: await tagUsage(db, actor, params.id) }));
  route(
    app,
    groups.create,
    async ({ db, actor, body, http }) => saved(http, await createTag(db, actor, body), 'Tag added successfully'),
    async ({ db, http }, id) => saved(http, await reloadTag(db, id), 'Tag added successfully'),
  );
  route(
    app,
    groups.update,
    async ({ db, actor, params, body, http }) =>
      saved(http, await changeTag(db, actor, params.id, body, http.ifMatch), 'Tag updated successfully'),
    async ({ db, http }, id) => saved(http, await reloadTag(db, id), 'Tag updated successfully'),
  );
  route(
    app,
    groups.editValues,
    async ({ db, actor, params, body, http }) =>
      saved(http, await editValues(db, actor, params.id, body.values), 'Values updated successfully'),
    async ({ db, http }, id) => saved(http, await reloadTag(db, id), 'Values updated successfully'),
  );
  route(
    app,
    groups.move,
    async ({ db, actor, params, body, http }) =>
      saved(http, await moveTag(db, actor, params.id, body.before), 'Tag moved successfully'),
    async ({ db, http }, id) => saved(http, await reloadTag(db, id), 'Tag moved successfully'),
  );
  route(app, groups.remove, ({ db, actor, params }) => removeTag(db, actor, params.id));
}
