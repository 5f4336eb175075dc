// The portal against Directus on the same rows. Directus is installed beforehand in a separate folder:
//   mkdir peer && cd peer && npm init -y && npm install directus
// Its native modules fit one version of Node: $PEER_NODE is the program, by default the one that runs the portal.
// It gets flat tables with the indexes its requests need, no cache and a static token; the rows of both are compared.
import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { get, median, type Target, throughput } from './measure.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld, type Size, tenantId } from './world.ts';

const seconds = 4;
const rounds = 3;
const token = 'bench-peer-0123456789';

type Comparison = { name: string; portal: string; peer: string; wanted?: number };

export async function benchPeer({
  folder: peerFolder,
  ...size
}: Required<Omit<Size, 'stores'>> & { folder: string }): Promise<void> {
  await withTestBed(async ({ database, start, children }) => {
    const { cookies } = await buildWorld(database, size);
    const portal: Target = { ...(await start('portal')), cookie: cookies.everything };
    const cases = await comparisons(portal);
    await database.system.query(flatTables);
    await database.system.query('vacuum analyze');
    console.log(`${size.events} events, ${size.devices} devices and ${size.profiles} profiles loaded`);
    const peer: Target = { port: await startPeer(peerFolder, database.url, children), token };
    const lines: string[] = [];
    const measure = async (question: Comparison) => {
      await sameRows(question, portal, peer);
      const sides = [
        { target: portal, url: question.portal },
        { target: peer, url: question.peer },
      ];
      // both are compiled and connected before the measurement, as after a minute in production
      for (const { target, url } of sides) await throughput(target, url, seconds);
      const rates = sides.map((): number[] => []);
      for (let round = 0; round < rounds; round++) {
        for (const [i, { target, url }] of sides.entries()) rates[i]?.push(await throughput(target, url, seconds));
      }
      const [ours = Number.NaN, theirs = Number.NaN] = rates.map(median);
      const wanted = question.wanted ? ` (P2 wanted >= ${question.wanted})` : '';
      lines.push(
        `- ${question.name}: ${ours.toFixed(0)} and ${theirs.toFixed(1)} requests/s, ${(ours / theirs).toFixed(0)} x${wanted}`,
      );
      console.log(lines.at(-1));
    };
    for (const question of cases) await measure(question);
    // last, because starting a download records an event that the other side lacks
    await measure(await download(portal));
    console.log(
      `\n## The portal and Directus, ${size.events.toLocaleString('en')} events, ${size.devices.toLocaleString('en')} devices, ${size.profiles.toLocaleString('en')} profiles\n\n${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), load ${os.loadavg()[0]?.toFixed(1)} at the end; 16 connections, median of ${rounds} rounds in turns, rows and exact total together.\n\n${lines.join('\n')}`,
    );
  });
}

/** Directus does not support composite keys. */
const flatTables = `
  create schema peer;
  create table peer.events as
    select e.id, e.event, e.event_time, e.received_at, e.result, e.agent_domain, e.agent_id, a.name as agent_name, a.email as agent_email,
      e.entity_domain, e.entity_id, n.name as entity_name, e.body::json -> 'description' -> 'changes' as changes, e.body::json ->> 'rawDescription' as raw
    from public.event e left join public.event_party a on a.tenant_id = e.tenant_id and a.id = e.agent_party
      left join public.event_party n on n.tenant_id = e.tenant_id and n.id = e.entity_party where e.tenant_id = '${tenantId}';
  alter table peer.events add primary key (id);
  create index on peer.events (event_time desc, id desc);
  create index on peer.events using gin (lower(entity_name) public.gin_trgm_ops);
  create index on peer.events using gin (lower(agent_name) public.gin_trgm_ops);
  create table peer.devices as
    select d.id, d.name, d.serial_number, t.name as device_type_name, t.device_class, l.name as location, d.created_at, d.state_updated_at, d.security_status
    from public.device d join public.device_type t on t.tenant_id = d.tenant_id and t.id = d.device_type_id
      left join public.tag_value l on l.tenant_id = d.tenant_id and l.id = d.location_value_id where d.tenant_id = '${tenantId}';
  alter table peer.devices add primary key (id);
  create index on peer.devices (name, id);
  create table peer.profiles as select id, name, username, email, created_at from public.profile where tenant_id = '${tenantId}';
  alter table peer.profiles add primary key (id);
  create index on peer.profiles (name, id);`;

const nextCursor = async (portal: Target, url: string) => (JSON.parse(await get(portal, url)) as { next: string }).next;

async function download(portal: Target): Promise<Comparison> {
  const size = 5000;
  return {
    name: 'events, 5,000 rows',
    portal: `/api/v1/events?results_per_page=${size}&page=2&cursor=${await nextCursor(portal, `/api/v1/events?results_per_page=${size}`)}`,
    peer: `/items/events?sort=-event_time,-id&meta=filter_count&limit=${size}&page=2`,
    wanted: 12,
  };
}

async function comparisons(portal: Target): Promise<Comparison[]> {
  const events = '/items/events?sort=-event_time,-id&meta=filter_count&limit=50';
  const search = `filter=${encodeURIComponent(JSON.stringify({ _or: ['entity_name', 'agent_name'].map((c) => ({ [c]: { _icontains: 'fixture' } })) }))}`;
  const thousandth = await nextCursor(portal, '/api/v1/events?page=999');
  return [
    { name: 'events, page 1', portal: '/api/v1/events', peer: `${events}&page=1`, wanted: 150 },
    {
      name: 'events, page 1000',
      portal: `/api/v1/events?page=1000&cursor=${thousandth}`,
      peer: `${events}&page=1000`,
      wanted: 150,
    },
    {
      name: 'events, search of a common word',
      portal: '/api/v1/events?search=fixture',
      peer: `${events}&${search}`,
      wanted: 15,
    },
    {
      name: 'devices, page 1',
      portal: '/api/v1/devices?sort=created_at:desc',
      peer: '/items/devices?sort=-created_at,-id&meta=filter_count&limit=50',
      wanted: 20,
    },
    {
      name: 'profiles, page 1',
      portal: '/api/v1/users?sort=username:asc',
      peer: '/items/profiles?sort=username,id&meta=filter_count&limit=50',
      wanted: 15,
    },
  ];
}

type Page = { data: { id: string }[]; total_results?: number; meta?: { filter_count: number } };

/** Figures are meaningless if the answers differ. */
async function sameRows(question: Comparison, portal: Target, peer: Target) {
  const [ours, theirs] = [await get(portal, question.portal), await get(peer, question.peer)].map(
    (text) => JSON.parse(text) as Page,
  );
  const ids = (page: Page | undefined) => page?.data.map((row) => row.id).join();
  if (ids(ours) !== ids(theirs) || ours?.total_results !== theirs?.meta?.filter_count)
    throw new Error(`${question.name}: the two answers differ`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function startPeer(folder: string, url: string, children: ChildProcess[]): Promise<number> {
  const port = await freePort();
  const database = new pg.Client(url);
  const cli = path.join(path.resolve(folder), 'node_modules/directus/cli.js');
  const env = {
    ...process.env,
    SECRET: token.repeat(2),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: token,
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: 'pg',
    DB_HOST: database.host,
    DB_PORT: String(database.port),
    DB_DATABASE: database.database,
    DB_USER: database.user,
    DB_PASSWORD: database.password ?? '',
    DB_SEARCH_PATH: 'peer',
    DB_POOL__MAX: '16',
    QUERY_LIMIT_MAX: '-1',
    PRESSURE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
  };
  const run = (command: string) => {
    const child = spawn(process.env.PEER_NODE ?? process.execPath, [cli, command], {
      cwd: folder,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const bootstrap = run('bootstrap');
  await new Promise<void>((resolve, reject) =>
    bootstrap.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`directus bootstrap ended with ${code}`)),
    ),
  );
  const server = run('start');
  const peer: Target = { port, token };
  while (server.exitCode === null) {
    const response = await get(peer, '/server/ping').catch(() => undefined);
    if (response) return port;
    await sleep(300);
  }
  throw new Error(`directus ended with ${server.exitCode}`);
}
