import { imports } from '@keyward/contract/imports';
import type { FastifyInstance } from 'fastify';
import type { Vault } from '#core/auth/secrets.ts';
import { route, routeInSteps } from '#core/http/route.ts';
import { assertMayImport, assertWithinLimit, hashOf, findImported, importAtOnce, readImport } from './import.ts';
import { rowsOfUsers } from './import-columns.ts';
import { discardImport, getImport, getRows, listImports, planImport, startApplying } from './import-plan.ts';
import { planReverting, startReverting } from './import-revert.ts';
import { profileTags } from './service.ts';

type Flags = { activate?: string | undefined; update?: string | undefined; clear?: string | undefined };
const optionsOf = ({ activate, update, clear }: Flags) => ({
  activate: activate === 'true',
  update: update === 'true',
  clear: clear === 'true',
});

type Query = Flags & { name?: string | undefined; columns?: string | undefined; timezone?: string | undefined };
const fileOf = (query: Query) => ({
  fileName: query.name ?? 'CSV',
  columns: query.columns,
  timezone: query.timezone,
  options: optionsOf(query),
});

export function importRoutes(app: FastifyInstance, { vault }: { vault: Vault }) {
  routeInSteps(
    app,
    imports.bulk,
    ({ step, body }) =>
      importAtOnce(step, vault, async (db, actor) => {
        assertWithinLimit(actor, body.users.length);
        return {
          fileName: 'JSON',
          fileHash: hashOf(JSON.stringify(body.users)),
          options: { activate: body.activate, update: false, clear: false },
          columns: [],
          rows: rowsOfUsers(body.users, await profileTags(db)),
        };
      }),
    ({ db }, id) => findImported(db, id),
  );
  routeInSteps(
    app,
    imports.file,
    ({ step, query, file }) => importAtOnce(step, vault, (db, actor) => readImport(db, actor, file, fileOf(query))),
    ({ db }, id) => findImported(db, id),
  );
  route(app, imports.plan, async ({ db, actor, query, file }) => {
    assertMayImport(actor);
    const request = await readImport(db, actor, file, fileOf(query));
    return { data: await planImport(db, actor, vault, request) };
  });
  route(app, imports.list, async ({ db, actor }) => ({ data: await listImports(db, actor) }));
  route(app, imports.get, async ({ db, actor, params }) => ({ data: await getImport(db, actor, params.id) }));
  route(app, imports.rows, ({ db, actor, params, query }) => getRows(db, actor, vault, params.id, query));
  route(app, imports.apply, async ({ db, actor, params, body }) => ({
    data: await startApplying(db, actor, params.id, body.rows),
  }));
  route(app, imports.revertPlan, ({ db, actor, params, query }) => planReverting(db, actor, vault, params.id, query));
  route(app, imports.revert, async ({ db, actor, params }) => ({ data: await startReverting(db, actor, params.id) }));
  route(app, imports.discard, ({ db, actor, params }) => discardImport(db, actor, params.id));
}
