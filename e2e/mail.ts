// The mail of this run's server, and the operator's command line.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { Tenant } from './calls.ts';

const link = /\/(set-password|apps\/onepass\/invitation)\?token=[0-9a-f]{64}/;

const data = (): string => process.env.KEYWARD_DATA ?? '';

/** The mails to an address, the newest last. Without SMTP the server stores its mail as files. */
function read(to: string): string[] {
  const folder = path.join(data(), 'mail');
  return (
    // the folder is created with the first mail
    (existsSync(folder) ? readdirSync(folder) : [])
      // those still being written have a name of their own
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .filter((mail) => mail.includes(`To: ${to}\r\n`))
  );
}
/** Number of mails that an address has received. */
export const mailsTo = (to: string): number => read(to).length;

/** The match of the pattern in the newest mail that has one. */
async function inMail(to: string, pattern: RegExp): Promise<string> {
  const found = () =>
    // quoted-printable
    read(to).flatMap((mail) => pattern.exec(mail.replace(/=\r\n/g, '').replaceAll('=3D', '='))?.[0] ?? []);
  await expect.poll(() => found().at(-1) ?? '').not.toBe('');
  return found().at(-1) ?? '';
}

/** The link to set a password, or of an invitation, without the host. */
export const mailedLink = (to: string): Promise<string> => inMail(to, link);
/** The code that moves an invitation to another browser. */
export const mailedCode = (to: string): Promise<string> => inMail(to, /^\d{6}(?=\r?$)/m);

/** Runs the operator's `keyward` for the server of this run. Returns its output. */
export async function operate(...command: string[]): Promise<string> {
  const main = path.join(import.meta.dirname, '../server/src/cli/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...command], {
    env: { ...process.env, KEYWARD_DATA: data() },
  });
  return stdout;
}

/** The link that a command printed, without the host. */
export function printedLink(output: string): string {
  const links = output.match(/https?:\/\/\S+\?\S+/g);
  const address = links?.at(-1);
  if (!address) throw new Error(`no link in: ${output}`);
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The link of the operator's `keyward user link` or `user password` for a profile, without the host. */
export const operatorLink = async (kind: 'link' | 'password', tenant: Tenant, username: string): Promise<string> =>
  printedLink(await operate('user', kind, '--tenant', tenant, '--profile', username));
