// The operator's configuration, from environment variables only. Each is checked at start; `--help` lists them.
import path from 'node:path';
import { isIP } from 'node:net';
import querystring from 'node:querystring';
import { appNames, appPlatforms, isStoreAddress, type StoreLinks, storeLinks } from '@keyward/contract/apps';
import { z } from 'zod';
import { defaultDataFolder } from '#db/embedded/files.ts';
import { StartError } from '#db/start-error.ts';

export type Config = {
  port: number;
  host: string;
  /** An absolute path. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** A pooler in transaction mode in front of that database, for requests; the URL names no user. */
  poolerUrl: string | undefined;
  smtpUrl: string | undefined;
  publicUrl: string | undefined;
  /** The sender of mail: `Name <address>` or an address. */
  mailFrom: string;
  /** Key material that replaces the key file in the data folder. */
  secret: string | undefined;
  /** The other key while the key is changed, or `file` for the key file in the data folder. */
  oldSecret: string | undefined;
  /** The identity provider of the vendor's own staff. */
  supportIdp: SupportIdp | undefined;
  storeLinks: StoreLinks;
  demo: boolean;
  simulate: boolean;
  logLevel: LogLevel;
  trustProxy: string[];
  metricsToken: string | undefined;
  /** Time in seconds for which requests are served after SIGTERM. */
  drainSeconds: number;
  /** Logs full addresses instead of networks. */
  logFullAddress: boolean;
  /** Whether the database is a throw-away one for tests. */
  unsafeFast: boolean;
};

type SupportIdp = { name: string; issuer: string; clientId: string; clientSecret: string };

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof levels)[number];

const flag = z.enum(['0', '1'], { error: '1 or 0' }).transform((text) => text === '1');
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));
/** Reads `name=https://client-id:client-secret@issuer`; null when malformed. */
function readSupportIdp(text: string): SupportIdp | null {
  const [, name = '', address = ''] = /^([a-z][a-z0-9-]{0,39})=(.+)$/.exec(text) ?? [];
  const issuer = URL.parse(address);
  if (!issuer || !issuer.username || !issuer.password || issuer.search || issuer.hash) return null;
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(issuer.hostname);
  if (issuer.protocol !== 'https:' && !(issuer.protocol === 'http:' && local)) return null;
  const [clientId, clientSecret] = [issuer.username, issuer.password].map((part) => querystring.unescape(part));
  issuer.username = issuer.password = '';
  // issuers are compared character by character, so URL must not add a trailing slash
  const written = address.endsWith('/') ? issuer.href : issuer.href.replace(/\/$/, '');
  return { name, issuer: written, clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
}
/**
 * Reads store links such as `mkey.ios=https://apps.apple.com/…`, separated by spaces, which override the built-in ones; null when
 * malformed.
 */
function readStoreLinks(text: string): StoreLinks | null {
  const links = structuredClone(storeLinks);
  for (const part of text.split(/\s+/)) {
    const [, name, kind, address = ''] = /^(\w+)\.(\w+)=(.+)$/.exec(part) ?? [];
    const app = appNames.find((known) => known === name);
    const platform = appPlatforms.find((known) => known === kind);
    if (!app || !platform || !isStoreAddress(address)) return null;
    links[app][platform] = { storeUrl: address };
  }
  return links;
}
/** Whether an address has a scheme, host and port alone. */
function isOrigin(text: string): boolean {
  const address = URL.parse(text);
  return address?.href === `${address?.origin}/`;
}
const proxyAddress = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (!family || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** Each variable: its format (for the error) and its purpose (for `--help`). */
const variables = {
  PORT: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((n) => n <= 65_535),
    must: 'a port number from 0 to 65535',
    help: 'Port of portal and API. Default 3000.',
  },
  HOST: {
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/),
    must: 'an address or a host name to listen on',
    help: 'Address to listen on. Default 127.0.0.1 in demo mode, else 0.0.0.0.',
  },
  KEYWARD_DATA: {
    schema: z.string(),
    must: 'a folder',
    help: 'Folder of the embedded database, keys and mail files. Default ./data; for root in a home closed to others, a folder under /var/lib.',
  },
  DATABASE_URL: {
    // URL refuses the URL of a socket, which has no host
    schema: z.string().regex(/^postgres(ql)?:\/\/[^\s@/]+@[^\s]*$/),
    must: 'of the form postgres://owner:password@host:5432/database',
    help: 'PostgreSQL 15 or newer, instead of the embedded one: postgres://owner:password@host:5432/database.',
  },
  DATABASE_POOLER_URL: {
    schema: z.string().regex(/^postgres(ql)?:\/\/[^\s@]+$/),
    must: 'of the form postgres://pooler:6432/database, without a user: requests use their own',
    help: 'A pooler in transaction mode (PgBouncer) for the database of DATABASE_URL, used by requests only: postgres://pooler:6432/database. Default none.',
  },
  SMTP_URL: {
    schema: url('smtp:', 'smtps:'),
    must: 'of the form smtp://user:password@host:587 or smtps://…',
    help: 'The SMTP server: smtp://user:password@host:587. Without it, mail is kept as files in the data folder.',
  },
  PUBLIC_URL: {
    schema: url('http:', 'https:')
      .transform((text) => text.replace(/\/+$/, ''))
      .refine(isOrigin), // links in mail would leave out the rest
    must: 'an http or https address without a path, such as https://portal.example.com',
    help: 'The public address, for links in mail: https://portal.example.com.',
  },
  MAIL_FROM: {
    schema: z.string().regex(/^(?:[^<>\r\n"]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/),
    must: 'an address such as Keyward <no-reply@example.com>',
    help: 'Sender of mail: Keyward <no-reply@example.com>. Default no-reply at the host of PUBLIC_URL.',
  },
  KEYWARD_SECRET: {
    schema: z.string().min(32),
    must: 'at least 32 characters long',
    help: 'Key that encrypts secrets in the database, the same for all processes. Default: secret.key in the data folder.',
  },
  KEYWARD_SECRET_OLD: {
    schema: z.string().refine((text) => text === 'file' || text.length >= 32),
    must: 'at least 32 characters long, or file for secret.key in the data folder',
    help: 'A second key that opens what it encrypted and encrypts nothing, while the key is changed (keyward secret rotate): a key, or file for secret.key in the data folder. Default none.',
  },
  SUPPORT_IDP: {
    schema: z.string().transform((text, context) => {
      const read = readSupportIdp(text);
      if (!read) context.addIssue({ code: 'custom' });
      return read ?? z.NEVER;
    }),
    must: 'of the form staff=https://client-id:client-secret@login.example.com',
    help: 'Identity provider of the vendor’s staff, for support sessions in tenants that allow them: staff=https://client-id:client-secret@login.example.com. Default none.',
  },
  STORE_LINKS: {
    schema: z.string().transform((text, context) => {
      const read = readStoreLinks(text);
      if (!read) context.addIssue({ code: 'custom' });
      return read ?? z.NEVER;
    }),
    must: 'a list such as mkey.ios=https://apps.apple.com/app/id1 onepass.android=https://play.google.com/store/apps/details?id=x',
    help: `Where the mobile apps (${appNames.join(', ')}) are downloaded: mkey.ios=https://apps.apple.com/… mkey.android=https://play.google.com/…, separated by spaces. Default the stores’ search.`,
  },
  KEYWARD_DEMO: {
    schema: flag,
    must: '1 or 0',
    help: 'Demo mode: two demo tenants, demo accounts, a simulated fleet, loopback only; with 0 they are not served. Default 1 with the embedded database, else 0.',
  },
  KEYWARD_SIMULATE: {
    schema: flag,
    must: '1 or 0',
    help: '0: no simulated fleet in demo mode. Default 1.',
  },
  LOG_LEVEL: {
    schema: z.enum(levels),
    must: `one of ${levels.join(', ')}`,
    help: `Log level: ${levels.join(', ')}. Default info; warn in demo mode.`,
  },
  LOG_ADDRESS: {
    schema: z.enum(['full', 'network']),
    must: 'full or network',
    help: 'How client addresses are logged: full, or as their network (/24, /64). Default network.',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every(proxyAddress)),
    must: 'a list of addresses or networks, such as 10.0.0.1,192.168.0.0/16',
    help: 'Proxies whose X-Forwarded-* headers are trusted: addresses or networks, separated by commas. Default none.',
  },
  DRAIN_SECONDS: {
    schema: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((n) => n <= 300),
    must: 'a number of seconds from 0 to 300',
    help: 'How long requests are served after SIGTERM, while /readyz returns 503 stopping, so that a load balancer can switch. Default 10; Ctrl+C does not wait.',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16),
    must: 'at least 16 characters long',
    help: 'Bearer token for /metrics. Without it, loopback only.',
  },
} as const;

type Name = keyof typeof variables;
/** Variables whose values are never repeated in an error. */
const secretNames: readonly Name[] = [
  'DATABASE_URL',
  'DATABASE_POOLER_URL', // it may contain a password, although the error asks for one without a user
  'SMTP_URL',
  'METRICS_TOKEN',
  'KEYWARD_SECRET',
  'KEYWARD_SECRET_OLD',
  'SUPPORT_IDP',
];
type Value<N extends Name> = z.output<(typeof variables)[N]['schema']>;

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 * @throws StartError naming every invalid variable.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const wrong: string[] = [];
  function read<N extends Name>(name: N): Value<N> | undefined {
    const text = env[name]?.trim();
    if (!text) return undefined;
    const result = variables[name].schema.safeParse(text);
    if (result.success) return result.data as Value<N>; // the schema of the same name
    const secret = secretNames.includes(name);
    wrong.push(`${name} must be ${variables[name].must}${secret ? '' : `, not "${text}"`}.`);
    return undefined;
  }
  const databaseUrl = read('DATABASE_URL');
  const demo = read('KEYWARD_DEMO') ?? !databaseUrl;
  const host = read('HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0');
  const publicUrl = read('PUBLIC_URL');
  const config: Config = {
    port: read('PORT') ?? 3000,
    host,
    dataDir: path.resolve(read('KEYWARD_DATA') ?? defaultDataFolder()),
    databaseUrl,
    poolerUrl: read('DATABASE_POOLER_URL'),
    smtpUrl: read('SMTP_URL'),
    publicUrl,
    mailFrom: read('MAIL_FROM') ?? `Keyward <no-reply@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`,
    secret: read('KEYWARD_SECRET'),
    oldSecret: read('KEYWARD_SECRET_OLD'),
    supportIdp: read('SUPPORT_IDP'),
    storeLinks: read('STORE_LINKS') ?? storeLinks,
    demo,
    simulate: demo && (read('KEYWARD_SIMULATE') ?? true),
    logLevel: read('LOG_LEVEL') ?? (demo ? 'warn' : 'info'),
    trustProxy: read('TRUST_PROXY') ?? [],
    metricsToken: read('METRICS_TOKEN'),
    logFullAddress: read('LOG_ADDRESS') === 'full',
    drainSeconds: read('DRAIN_SECONDS') ?? 10,
    unsafeFast: env.KEYWARD_TEST === '1',
  };
  if (demo && !['127.0.0.1', '::1', 'localhost'].includes(host))
    wrong.push(
      `HOST is ${host}, but demo mode, whose passwords are public, listens on loopback only. Set KEYWARD_DEMO=0, or unset HOST.`,
    );
  if (config.oldSecret && config.oldSecret === (config.secret ?? 'file'))
    wrong.push('KEYWARD_SECRET_OLD must differ from the current key (KEYWARD_SECRET, or else secret.key).');
  if (config.poolerUrl && !databaseUrl) wrong.push('DATABASE_POOLER_URL requires DATABASE_URL, which is not set.');
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  return config;
}

/** The variables as a table for `--help`. */
export function describeConfig(): string {
  const width = Math.max(...Object.keys(variables).map((name) => name.length));
  return Object.entries(variables)
    .map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`)
    .join('\n');
}
