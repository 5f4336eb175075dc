import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { Locale } from '@keyward/contract/locales';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ConstraintErrors } from './module.ts';
import type { Share } from './http/call-shares.ts';
import type { Readiness } from './http/readiness.ts';
import type { Tenant } from './tenants.ts';

/** The services of the process that `route()` needs; app.ts decorates the instance with them. */
export type Deps = {
  pool: pg.Pool;
  /** The figures of this server at /metrics. */
  metrics: Registry;
  /** Runs a transaction of a controller when its share of the connections has room. */
  controllerCalls: Share;
  /** Runs a transaction of any other call of a tenant when the tenant's share has room. */
  tenantCalls: (tenantId: string) => Share;
  findTenant: (host: string) => Promise<Tenant | undefined>;
  /** The tenant's default language. */
  tenantLocale: (tenantId: string) => Promise<Locale | undefined>;
  /** Validates every reply against the contract; for tests. */
  checkReplies: boolean;
  /** The refusals for violated constraints of the schema. */
  constraints: ConstraintErrors;
  readiness: Pick<Readiness, 'down' | 'suspect'>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKeys?: number;
    /** A GET that is guarded as a write, as declared by its endpoint. */
    writes?: boolean;
    /** The media type of the file that the endpoint takes instead of JSON. */
    file?: string | undefined;
  }
  interface FastifyInstance {
    deps: Deps;
    /** The registered endpoints, for /api/docs and the test that walks the contract. */
    endpoints: EndpointSpec[];
  }
}
