import { Readable } from 'node:stream';
import type { EndpointSpec, Parsed } from '@keyward/contract/endpoint';
import type { Rule } from '@keyward/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';
import { presentedSecret } from '#core/auth/session-cookie.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { authorise, tenantOf } from './caller.ts';
import { type Exchange, exchange, parse } from './exchange.ts';

/** A file: its name, and its content in parts. `read` runs one transaction for a part. */
export type CsvFile = {
  name: string;
  parts: (read: <T>(work: (db: Db) => Promise<T>) => Promise<T>) => AsyncIterable<string>;
};

/**
 * Serves an endpoint that answers with a CSV file. `begin` runs in a transaction that is committed before the first byte
 * is sent; the file itself is read in parts, so that neither it nor a transaction waits for a slow client.
 */
export function routeCsv<const E extends EndpointSpec & { needs: Rule; csv: true }>(
  app: FastifyInstance,
  spec: E,
  begin: (context: Parsed<E> & { db: Db; actor: Actor; http: Exchange }) => Promise<CsvFile>,
): void {
  app.route({
    method: spec.method,
    url: spec.path,
    exposeHeadRoute: false,
    config: { secret: spec.secret ?? false, bodyKeys: spec.bodyKeys ?? 10_000 },
    handler: async (request, reply) => {
      const tenantId = await tenantOf(app.deps, request);
      const secret = presentedSecret(spec, request);
      if (!secret) throw new PortalError('unauthorized');
      const read = <T>(work: (db: Db) => Promise<T>) => inTenant(app.deps.pool, tenantId, work);
      const file = await read(async (db) => {
        const actor = (await authorise(db, spec, request, secret)) as Actor; // `needs` is a rule
        return begin({ ...parse(spec, request), db, actor, http: exchange(request, reply) });
      });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(Readable.from(file.parts(read)));
    },
  });
  app.endpoints.push(spec);
}
