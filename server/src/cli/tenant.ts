import { features } from '@keyward/contract/permissions';
import { isMailAddress, queueMail } from '#core/mail/mail.ts';
import { issuePasswordToken, tokenMinutes } from '#core/auth/password-token.ts';
import { portalAddress } from '#core/http/portal-address.ts';
import { inTenant } from '#db/tenant.ts';
import { StartError, violates } from '#db/start-error.ts';
import { settingIds, specOf } from '@keyward/contract/organization-settings';
import { locales } from '@keyward/contract/locales';
import { paths } from '@keyward/contract/paths';
import { isPlain } from '@keyward/contract/text';
import { knownTimeZone } from '@keyward/contract/time-zones';
import { changedOnTheWay, usernameForm } from '@keyward/contract/auth';
import { tenantIdOf, writeTenant } from '#seed/tenant.ts';
import { asOperator, type Command, requireOption, readOptions, runAction } from './command.ts';
import { configureTenant, switchFeature } from './tenant-config.ts';
import { configureSso, unbindSso } from './tenant-sso.ts';
import { switchSupport } from './tenant-support.ts';
import { resumeTenant, suspendTenant } from './tenant-suspend.ts';

const hostPattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/** @throws StartError for the operator, for each invalid option. */
function readCreate(args: string[]) {
  const given = readOptions('tenant', args, {
    slug: { type: 'string' },
    name: { type: 'string' },
    host: { type: 'string', multiple: true },
    url: { type: 'string' },
    admin: { type: 'string' },
    'admin-name': { type: 'string' },
    'admin-email': { type: 'string' },
    language: { type: 'string' },
    'time-zone': { type: 'string' },
  });
  const slug = requireOption('slug', given.slug);
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(slug))
    throw new StartError('--slug takes lower-case letters, digits and hyphens, and starts with a letter.');
  const url = given.url?.replace(/\/+$/, '');
  if (
    url !== undefined &&
    !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).origin === url)
  )
    throw new StartError('--url takes an address without a path, such as https://keys.example.com.');
  const hosts = [
    ...new Set([...(given.host ?? []), ...(url ? [new URL(url).hostname] : [])].map((h) => h.toLowerCase())),
  ];
  if (hosts.length === 0)
    throw new StartError('--host or --url is missing: at which host is the tenant’s portal served?');
  for (const host of hosts)
    if (!hostPattern.test(host)) throw new StartError(`--host takes a host name without port, not "${host}".`);
  const language = locales.find((one) => one === given.language);
  if (given.language !== undefined && !language) throw new StartError(`--language takes one of ${locales.join(', ')}.`);
  const timeZone = given['time-zone'] === undefined ? undefined : knownTimeZone(given['time-zone']);
  if (given['time-zone'] !== undefined && !timeZone)
    throw new StartError(`--time-zone takes a name such as Europe/London, not "${given['time-zone']}".`);
  const admin = usernameForm.safeParse({ username: requireOption('admin', given.admin) });
  if (!admin.success || changedOnTheWay.test(admin.data.username))
    throw new StartError(
      '--admin takes a profile ID: no spaces, quotes or \\ ; % < > / & | $ `, and no = + - @ at the start.',
    );
  const email = given['admin-email'];
  if (email !== undefined && !(isMailAddress(email) && isPlain(email)))
    throw new StartError(`--admin-email takes an address, not "${email}".`);
  return {
    slug,
    name: requireOption('name', given.name),
    url,
    hosts,
    language,
    timeZone,
    email,
    admin: admin.data.username,
    adminName: given['admin-name'] ?? admin.data.username,
  };
}

/** The host that the database names. */
function takenHost(error: unknown, hosts: readonly string[]): string {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
  return hosts.find((host) => detail.includes(`(${host})`)) ?? hosts.join(' or ');
}

async function create(args: string[]) {
  const input = readCreate(args);
  await asOperator(async ({ database, vault, portalBase }) => {
    const tenantId = tenantIdOf(input.slug);
    const link = await inTenant(database.system, tenantId, async (db) => {
      const seeded = await writeTenant(db, {
        slug: input.slug,
        name: input.name,
        hosts: input.hosts,
        ...(input.language ? { language: input.language } : {}),
        ...(input.timeZone ? { timeZone: input.timeZone } : {}),
        tags: [{ label: 'Location', kind: 'location', values: [], required: ['devices'] }],
        profiles: [{ username: input.admin, name: input.adminName, email: input.email ?? null, roles: ['Admin'] }],
        devices: [],
      });
      await db
        .updateTable('tenant')
        .set({ public_url: input.url ?? null })
        .where('id', '=', tenantId)
        .execute();
      const profileId = seeded.profiles.get(input.admin) ?? '';
      const token = await issuePasswordToken(db, profileId, 'first', vault);
      if (input.email) {
        const to = { id: profileId, email: input.email };
        await queueMail(db, vault, { kind: 'firstPassword', to, secret: token, validMinutes: tokenMinutes.first });
      }
      return `${await portalAddress(db, portalBase)}${paths.setPassword(token)}`;
    }).catch((cause: unknown) => {
      if (violates(cause, 'tenant_slug_unique') || violates(cause, 'tenant_pkey'))
        throw new StartError(`A tenant ${input.slug} already exists: choose another --slug.`, { cause });
      if (violates(cause, 'tenant_host_unique'))
        throw new StartError(`Another tenant is served at ${takenHost(cause, input.hosts)}: choose another host.`, {
          cause,
        });
      throw cause;
    });
    console.log(
      [
        `Created the tenant ${input.name}, served at ${input.hosts.join(', ')}.`,
        `Its administrator ${input.admin} sets a password with this link, once, within 7 days:`,
        `  ${link}`,
        ...(input.email
          ? [
              `A mail to ${input.email} with the same link waits for a server that runs with the key of this command; one with another key sets it aside.`,
            ]
          : []),
      ].join('\n'),
    );
  });
}

export const tenant: Command = {
  name: 'tenant',
  summary:
    'tenant create: a new customer; config: its name and settings; feature: its features; sso: its single sign-on; support: access for the vendor’s staff; suspend, resume: whether any caller is let in',
  options: [
    'create --slug <short name> --name <customer> --host <host> --admin <profile ID>',
    '  --host <host>          where the portal is served; repeatable',
    '  --url <address>        the customer’s own address, for links in mail and single sign-on: https://keys.example.com',
    '  --admin-name <name>    --admin-email <address>',
    `  --language <language>  ${locales.join(', ')}; default the browser’s`,
    '  --time-zone <zone>     Europe/London, for mails, reports and locations; default UTC',
    'sso --tenant <short name> --issuer <address> --client-id <id> --secret-file <file>',
    '  --claim <name>         the claim with the profile ID; default preferred_username',
    '  --domain <domain>      profile IDs at this domain sign in through it; default all; repeatable',
    '  --password-for <id>    this profile keeps a password; repeatable',
    '  --off                  all profiles sign in with a password again',
    'sso unbind --tenant <short name> --profile <profile ID>',
    '  forgets the account at the provider: the next sign-in binds the one that it comes with',
    'config <short name>      shows its name and settings',
    'config <short name> <setting> <value>',
    '  name: what the portal and its mails call the organization',
    ...settingIds.map((id) => `  ${id}: ${specOf(id).description}`),
    'feature <short name> <feature> on or off',
    `  ${features.join(', ')}; packageProtection stays on`,
    'support --tenant <short name> --on or --off',
    '  whether the vendor’s staff may open support sessions; --off also ends open ones',
    'suspend <short name>  ends all sessions; no profile, link or controller is let in',
    'resume <short name>   lets them in again',
  ],
  run: (args) =>
    runAction(
      'tenant',
      {
        create,
        config: configureTenant,
        feature: switchFeature,
        sso: (rest) => (rest[0] === 'unbind' ? unbindSso(rest.slice(1)) : configureSso(rest)),
        support: switchSupport,
        suspend: suspendTenant,
        resume: resumeTenant,
      },
      args,
    ),
};
