// The server as a test meets it: a fresh database, the real app, and people to call it as.
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
import { atTheEnd } from './at-the-end.ts';
import { TEMPLATE } from './database.ts';
import { leaveNets, listenTo, type Nets } from './nets.ts';
import { people, type Person, tenants } from './people.ts';

/** What the test portals have for PUBLIC_URL. */
export const portalBase = 'https://localhost:8443';

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  ifMatch?: number;
};
export type Answer = {
  status: number;
  text: string;
  /** As they were sent. */
  bytes: Buffer;
  body: unknown;
  headers: Record<string, unknown>;
};

/** Somebody (or nobody) at a host, who calls endpoints as the portal does. */
export class Caller {
  readonly #app: FastifyInstance;
  readonly host: string;
  readonly #headers: Record<string, string>;
  constructor(app: FastifyInstance, host: string, headers: Record<string, string>) {
    this.#app = app;
    this.host = host;
    this.#headers = headers;
  }

  /** The same person at another server of the same database. */
  on(app: FastifyInstance): Caller {
    return new Caller(app, this.host, this.#headers);
  }

  /** The same person, whose calls all carry these headers. */
  with(headers: Record<string, string>): Caller {
    return new Caller(this.#app, this.host, { ...this.#headers, ...headers });
  }

  /** Any request, whatever comes back. */
  async raw(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.#app.inject({
      method: method as 'GET', // a test may send what no client would
      url,
      headers: {
        host: this.host,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
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

  /** A call of the contract, whatever the status. */
  ask<E extends EndpointSpec>(spec: E, ...[parts]: CallArguments<E>): Promise<Answer> {
    const { params, query, body, ifMatch } = (parts ?? {}) as Parts; // In<E> has no more than these
    const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    return this.raw(
      spec.method,
      search.size ? `${path}?${search.toString()}` : path,
      body,
      ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` },
    );
  }

  /** A call that must succeed. */
  async call<E extends EndpointSpec>(spec: E, ...parts: CallArguments<E>): Promise<Out<E>> {
    const answer = await this.ask(spec, ...parts);
    if (answer.status >= 300) throw new Error(`${spec.method} ${spec.path} answered ${answer.status}: ${answer.text}`);
    return answer.body as Out<E>; // judged by the server, which checks its replies in tests
  }

  /** A call that must be refused: its status and first error. */
  async refused<E extends EndpointSpec>(
    spec: E,
    ...parts: CallArguments<E>
  ): Promise<{ status: number } & ErrorReply['errors'][0]> {
    const answer = await this.ask(spec, ...parts);
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
  /** Signs a profile of the first tenant in. */
  signIn(profileId: string): Promise<Caller>;
  /** A caller with a controller's token. */
  controller(token: string, host?: string): Caller;
  /** Work on the database of a tenant, as the server's own role. */
  inTenant<T>(tenant: keyof typeof tenants, work: (db: Db) => Promise<T>): Promise<T>;
};

type PortalOptions = Pick<AppOptions, 'supportProvider' | 'storeLinks'> & {
  /** Of the server to its database. */
  connections?: number;
  nets?: Nets;
  /** Where its database lies; beside the others unless told. */
  tablespace?: string;
  /** Told the text of every statement of the server. */
  hear?: (text: string) => void;
};

/** A fresh database, cloned from the seeded template, and the app on it; both go when the test file ends. */
export async function openPortal({
  connections = 8,
  nets = 'both',
  tablespace = 'pg_default',
  hear,
  ...options
}: PortalOptions = {}): Promise<Portal> {
  const admin = new pg.Client(inject('adminUrl'));
  await admin.connect();
  const name = `t_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy tablespace ${tablespace}`);
  const url = inject('adminUrl').replace('/postgres?', `/${name}?`);
  // only in the nightly run: src/testing/pooler.ts
  const pooler = inject('pooler');
  const database = openPools(url, connections, pooler && `postgres://${pooler}/${name}`);
  await leaveNets(database, nets);
  if (hear) listenTo(database.app, hear);
  const vault = createVault(randomBytes(32));
  const app = await buildApp({
    pool: database.app,
    demo: false,
    vault,
    portalBase: () => portalBase,
    checkReplies: true,
    ...options,
  });
  atTheEnd(async () => {
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
  const signedIn = {} as Record<Person, Caller>; // filled for every person in the next line
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
