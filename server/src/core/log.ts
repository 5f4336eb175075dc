import os from 'node:os';
import { type Logger, pino, stdSerializers } from 'pino';
import type { LogLevel } from './config.ts';

/** Values under these names are redacted, at the top level of a log entry or one level below. */
const secretNames = [
  'password',
  'newPassword',
  'currentPassword',
  'password_hash',
  'passwordHash',
  'temporaryPassword',
  'token',
  'token_hash',
  'tokenHash',
  'secret',
  'clientSecret',
  'pin',
  'code',
  'state',
  'session_state',
  'cookie',
  'authorization',
  'set-cookie',
  'proxy-authorization',
  'url_password',
  'connectionString',
  'databaseUrl',
];
const noSecrets = secretNames.filter((name) => name !== 'code' && name !== 'state'); // an error's code, a device's state

const quoted = (name: string) => (/^\w+$/.test(name) ? name : `["${name}"]`);
const at = (parent: string, name: string) =>
  name.includes('-') ? `${parent}${quoted(name)}` : parent ? `${parent}.${name}` : name;

/** Drops the query and the fragment, which may contain tokens. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** The user and password in a connection string that an error quotes. Without the scheme before it, matching stays linear. */
const credentials = /(?<=:\/\/)[^\s/@]*@/g;
const clean = (text: string) => text.replace(credentials, '***@');

/** A structured log on standard output, one JSON object per line, without secrets. */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, host: os.hostname() },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [...new Set(noSecrets)].flatMap((name) =>
          ['', '*', 'req.headers', 'res.headers', 'headers', 'body'].map((parent) => at(parent, name)),
        ),
        censor: '***',
      },
      serializers: {
        req: (request: { method?: string; url?: string; ip?: string; id?: string }) => ({
          id: request.id,
          method: request.method,
          url: withoutQuery(request.url ?? ''),
          address: request.ip,
        }),
        res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
        url: withoutQuery,
        err: (error: Error) => {
          const { type, message, stack, ...rest } = stdSerializers.err(error);
          // the driver's errors quote the row in `detail` and statement values in `where`
          const { code, constraint, table, severity } = rest as Record<string, unknown>;
          return { type, message: clean(message), stack: clean(stack), code, constraint, table, severity };
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
