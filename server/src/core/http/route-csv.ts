import { Readable } from 'node:stream';
import type { EndpointSpec, Parsed } from '@keyward/contract/endpoint';
import type { Rule } from '@keyward/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '#core/auth/session.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { type Exchange, exchange, parse } from './exchange.ts';
import { register } from './register.ts';

/** A file: its name, and its content in parts. `read` runs one transaction for each part. */
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
  register(app, spec, async ({ request, reply, tenantId, asCaller }) => {
    const file = await asCaller(async (db, actor) =>
      begin({ ...parse(spec, request), db, actor: actor as Actor, http: exchange(request, reply) }),
    );
    const share = app.deps.tenantCalls(tenantId);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(Readable.from(file.parts((work) => share(() => inTenant(app.deps.pool, tenantId, work)))));
  });
}
