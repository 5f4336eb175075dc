import { issuePasswordToken, tokenMinutes } from '#core/password-token.ts';
import { portalAddress } from '#core/portal-address.ts';
import { newSecret, secretHash } from '#core/secrets.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { StartError } from '#db/start-error.ts';
import { asOperator, type Command, needed, options, runAction, tenantBySlug } from './command.ts';

const linkMinutes = 5;

/** A one-time link, which `make` stores in the profile's tenant, printed with what it is for. */
async function print(args: string[], what: string, make: (db: Db, profileId: string) => Promise<string>) {
  const given = options('user', args, { tenant: { type: 'string' }, profile: { type: 'string' } });
  const slug = needed('tenant', given.tenant);
  const username = needed('profile', given.profile);
  await asOperator(async (operator) => {
    const tenantId = await tenantBySlug(operator, slug);
    const address = await inTenant(operator.database.system, tenantId, async (db) => {
      const [profile] = await rows<{ id: string; disabled: boolean }>(
        db,
        'select id, disabled from profile where tenant_id = $1 and username_fold = fold($2)',
        [tenantId, username],
      );
      if (!profile) throw new StartError(`${slug} has no profile ${username}.`);
      if (profile.disabled) throw new StartError(`The profile ${username} is disabled.`);
      return `${await portalAddress(db, operator.portalBase)}${await make(db, profile.id)}`;
    });
    console.log(`${username} of ${slug} ${what}:\n  ${address}`);
  });
}

const link = (args: string[]) =>
  print(args, `signs in at this address, once, within ${linkMinutes} minutes`, async (db, profileId) => {
    const token = newSecret();
    await rows(
      db,
      `insert into sign_in_link (tenant_id, profile_id, token_hash, expires_at)
       values ($1, $2, $3, now() + make_interval(mins => $4))`,
      [db.tenantId, profileId, secretHash(token), linkMinutes],
    );
    return `/username?token=${token}`;
  });

const password = (args: string[]) =>
  print(
    args,
    `sets a password at this address, once, within ${tokenMinutes.reset} minutes`,
    async (db, profileId) => `/set-password?token=${await issuePasswordToken(db, profileId, 'reset')}`,
  );

export const user: Command = {
  name: 'user',
  summary: 'user link: a one-time sign-in link; user password: a link to set a password',
  options: [
    'link --tenant <short name> --profile <profile ID>',
    'password --tenant <short name> --profile <profile ID>',
  ],
  run: (args) => runAction('user', { link, password }, args),
};
