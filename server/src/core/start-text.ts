import { paths } from '@keyward/contract/paths';
import type { Config } from './config.ts';
import { demoAccounts, demoPassword, demoSso } from './auth/demo.ts';
import { mailFolder } from './mail/transport.ts';
import { version } from './version.ts';

type Extras = {
  /** The link of one of the demo's invitations. */
  tryIt?: string | undefined;
  /** Short names of the demo's tenants in a database that is served outside demo mode. */
  notServed?: readonly string[];
};

/** The text printed for the operator when the server is ready. */
export function startText(
  { demo, host, publicUrl, databaseUrl, poolerUrl, dataDir, smtpUrl }: Config,
  port: number,
  { tryIt, notServed = [] }: Extras = {},
): string {
  const local = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host);
  const address = `http://${local ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [
    `Keyward ${version}`,
    '',
    `  Portal     ${!demo && publicUrl ? `${publicUrl}  (listening on ${host}:${port})` : address}`,
    ...(demo ? [`  2nd tenant http://harbor.localhost:${port}`] : []),
    `  API        ${address}/api/docs`,
    `  Mail       ${smtpUrl ? `sent through ${new URL(smtpUrl).host}` : `kept as files in ${mailFolder(dataDir)}; set SMTP_URL to send it`}`,
    `  Database   ${databaseUrl ? `DATABASE_URL${poolerUrl ? ', requests through DATABASE_POOLER_URL' : ''}` : `in ${dataDir}`}`,
  ];
  if (notServed.length > 0)
    lines.push(
      '',
      `  The demo data of this database (tenants ${notServed.join(', ')}) is not served, because its passwords are public.`,
      '  For production use a new KEYWARD_DATA folder or database; KEYWARD_DEMO=1 serves the demo on loopback again.',
    );
  if (tryIt) {
    lines.push(
      '',
      '  Try OnePASS: open the link, accept, show the code, and type it at the keypad of that lock',
      `    Link     ${tryIt}`,
      `    Keypad   ${address}${paths.keypad()}`,
    );
  }
  if (demo) {
    const width = Math.max(...demoAccounts.map(({ username }) => username.length));
    lines.push('', `  Demo accounts, in both tenants, password ${demoPassword}:`);
    for (const { username, description } of demoAccounts) lines.push(`    ${username.padEnd(width)}  ${description}`);
    lines.push(
      '',
      `  ${demoSso.person.username} signs in to the 2nd tenant by single sign-on while this is running:`,
      '    npm run keyward -- demo-idp',
    );
  }
  return [...lines, '', 'Keyward is ready. Press Ctrl+C to stop.', ''].join('\n');
}
