// The server in tests: a fresh database, the real app, and signed-in callers.
import { randomBytes } from 'node:crypto';
import type { EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import { errorReply, type ErrorReply } from '@keyward/contract/errors';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '#app.ts';
import { createVault, type Vault } from '#core/auth/secrets.ts';
import { createSession } from '#core/auth/session.ts';
import { type Database, openPools } from '#db/connect.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { onTeardown } from './teardown.ts';
import { TEMPLATE } from './database.ts';
import { leaveNets, watchQueries, type Nets } from './nets.ts';
import { people, type Person, tenants } from './people.ts';

/** PUBLIC_URL of the test portals. */
export const portalBase = 'https://localhost:8443';

type CallParts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  file?: Uint8Array;
  ifMatch?: number;
};
export type Answer = {
  status: number;
  text: string;
  /** The body as sent. */
  bytes: Buffer;
  body: unknown;
  headers: Record<string, unknown>;
};

const payloadOf = (body: unknown): string | Buffer =>
  body instanceof Uint8Array ? Buffer.from(body) : typeof body === 'string' ? body : JSON.stringify(body);

/** A caller at a host, signed in or anonymous, that calls endpoints as the portal does. */
export class Caller {
  readonly #app: FastifyInstance;
  readonly host: string;
  readonly #headers: Record<string, string>;
  constructor(app: FastifyInstance, host: string, headers: Record<string, string>) {
    this.#app = app;
    this.host = host;
    this.#headers = headers;
  }

  /** The same caller at another server of the same database. */
  on(app: FastifyInstance): Caller {
    return new Caller(app, this.host, this.#headers);
  }

  /** The same caller, with these headers on every call. */
  with(headers: Record<string, string>): Caller {
    return new Caller(this.#app, this.host, { ...this.#headers, ...headers });
  }

  /** The same caller, whose browser has one more cookie. */
  withCookie(cookie: string): Caller {
    return this.with({ cookie: [this.#headers['cookie'], cookie].filter(Boolean).join('; ') });
  }

  /** Sends any request and returns any response. */
  async raw(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.#app.inject({
      method: method as 'GET', // tests send methods that clients do not
      url,
      headers: {
        host: this.host,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: payloadOf(body) }),
    });
    const readable = response.headers['content-encoding'] === undefined && response.body !== '';
    const isJson = readable && String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      text: response.body,
      bytes: response.rawPayload,
      body: isJson ? response.json() : undefined,
      headers: response.headers,
    };
  }

  /** Calls an endpoint and returns the response, whatever its status. */
  request<E extends EndpointSpec>(spec: E, ...[parts]: CallArguments<E>): Promise<Answer> {
    const { params, query, body, file, ifMatch } = (parts ?? {}) as CallParts; // In<E> has no more than these
    const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    return this.raw(spec.method, search.size ? `${path}?${search.toString()}` : path, file ?? body, {
      ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      ...(file ? { 'content-type': 'text/csv' } : {}),
    });
  }

  /** Calls an endpoint that must succeed. */
  async call<E extends EndpointSpec>(spec: E, ...parts: CallArguments<E>): Promise<Out<E>> {
    const answer = await this.request(spec, ...parts);
    if (answer.status >= 300) throw new Error(`${spec.method} ${spec.path} answered ${answer.status}: ${answer.text}`);
    return answer.body as Out<E>; // validated by the server, which checks its replies in tests
  }

  /** Calls an endpoint that must refuse: returns the status and the first error. */
  async refused<E extends EndpointSpec>(
    spec: E,
    ...parts: CallArguments<E>
  ): Promise<{ status: number } & ErrorReply['errors'][0]> {
    const answer = await this.request(spec, ...parts);
    const [error] = errorReply.parse(answer.body).errors;
    if (!error) throw new Error('no error');
    return { status: answer.status, ...error };
  }
}
type CallArguments<E extends EndpointSpec> =
  unknown extends In<E> ? [] : Record<never, never> extends In<E> ? [In<E>?] : [In<E>];

export type Portal = {
  app: FastifyInstance;
  database: Database;
  vault: Vault;
  as: Record<Person, Caller> & { anonymous: Caller; stranger: Caller };
  /** Signs in a profile of the first tenant. */
  signIn(profileId: string): Promise<Caller>;
  /** A caller with a controller's token. */
  controller(token: string, host?: string): Caller;
  /** Runs `work` in a transaction of a tenant, as the server's restricted role. */
  inTenant<T>(tenant: keyof typeof tenants, work: (db: Db) => Promise<T>): Promise<T>;
};

type PortalOptions = Pick<AppOptions, 'supportProvider' | 'storeLinks' | 'drawPin'> & {
  /** The server's pool size; the calls of one tenant use at most half of it at once. */
  connections?: number;
  nets?: Nets;
  /** The tablespace of its database; by default that of the others. */
  tablespace?: string;
  /** Receives the text of every statement of the server. */
  onQuery?: (text: string) => void;
};

/** A fresh database, cloned from the seeded template, and the app on it; both are removed when the test file ends. */
export async function openPortal({
  connections = 16,
  nets = 'both',
  tablespace = 'pg_default',
  onQuery,
  ...options
}: PortalOptions = {}): Promise<Portal> {
  const admin = new pg.Client(inject('adminUrl'));
  await admin.connect();
  const name = `t_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy tablespace ${tablespace}`);
  const url = inject('adminUrl').replace('/postgres?', `/${name}?`);
  // set only in the nightly run: src/testing/pooler.ts
  const pooler = inject('pooler');
  const database = openPools(url, connections, pooler && `postgres://${pooler}/${name}`);
  await leaveNets(database, nets);
  if (onQuery) watchQueries(database.app, onQuery);
  const vault = createVault(randomBytes(32));
  const app = await buildApp({
    pool: database.app,
    demo: false,
    vault,
    portalBase: () => portalBase,
    checkReplies: true,
    ...options,
  });
  onTeardown(async () => {
    await app.close();
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  const signIn = async (profileId: string): Promise<Caller> => {
    const token = await inTenant(database.app, tenants.demo, (db) =>
      createSession(db, profileId, { address: '127.0.0.1', userAgent: 'test' }),
    );
    return new Caller(app, 'localhost', { cookie: `keyward=${token}` });
  };
  const signInByName = async (person: Person): Promise<Caller> => {
    const { host, username } = people[person];
    const tenant = host === 'localhost' ? tenants.demo : tenants.harbor;
    const token = await inTenant(database.app, tenant, async (db) => {
      const [profile] = await rows<{ id: string }>(
        db,
        'select id from profile where tenant_id = $1 and username_fold = fold($2)',
        [db.tenantId, username],
      );
      if (!profile) throw new Error(`the test world has no ${person}`);
      return createSession(db, profile.id, { address: '127.0.0.1', userAgent: 'test' });
    });
    return new Caller(app, host, { cookie: `keyward=${token}` });
  };
  const signedIn = {} as Record<Person, Caller>; // the next line fills in every profile
  for (const person of Object.keys(people) as Person[]) signedIn[person] = await signInByName(person);
  return {
    app,
    database,
    vault,
    signIn,
    as: {
      ...signedIn,
      anonymous: new Caller(app, 'localhost', {}),
      stranger: new Caller(app, 'nowhere.example', {}),
    },
    controller: (token, host = 'localhost') => new Caller(app, host, { authorization: `Bearer ${token}` }),
    inTenant: (tenant, work) => inTenant(database.app, tenants[tenant], work),
  };
}
