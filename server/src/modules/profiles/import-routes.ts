import { imports } from '@keyward/contract/imports';
import type { FastifyInstance } from 'fastify';
import type { Vault } from '#core/auth/secrets.ts';
import { routeInSteps } from '#core/http/route.ts';
import { assertWithinLimit, hashOf, findImported, importAtOnce, readImport } from './import.ts';
import { rowsOfUsers } from './import-columns.ts';
import { profileTags } from './service.ts';

type Flags = { activate?: string | undefined; update?: string | undefined; clear?: string | undefined };
const optionsOf = ({ activate, update, clear }: Flags) => ({
  activate: activate === 'true',
  update: update === 'true',
  clear: clear === 'true',
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
    ({ step, query, file }) =>
      importAtOnce(step, vault, (db, actor) =>
        readImport(db, actor, file, {
          fileName: query.name ?? 'CSV',
          columns: query.columns,
          options: optionsOf(query),
        }),
      ),
    ({ db }, id) => findImported(db, id),
  );
}
