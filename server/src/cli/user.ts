import { paths } from '@keyward/contract/paths';
import { issuePasswordToken, tokenMinutes } from '#core/auth/password-token.ts';
import { portalAddress } from '#core/http/portal-address.ts';
import { isSuspended } from '#core/jobs/tenants.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import type { EventType } from '@keyward/contract/activity';
import { recordOperator } from '#core/events/record.ts';
import { minutesFromNow, nextVersion } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { StartError } from '#db/start-error.ts';
import { asOperator, type Command, inTenantBySlug, runAction } from './command.ts';
import { lockProfileOf, readProfile, subject } from './profile.ts';
import { disableUser, enableUser } from './user-state.ts';

const linkMinutes = 5;

type Link = { instruction: string; event: EventType; make: (db: Db, profileId: string) => Promise<string> };
/** Prints a one-time link, which `make` stores in the profile's tenant, and its purpose. */
async function printLink(args: string[], { instruction, event, make }: Link) {
  const named = readProfile('user', args);
  const { slug, username } = named;
  await asOperator(async (operator) => {
    const address = await inTenantBySlug(operator, slug, async (db) => {
      const profile = await lockProfileOf(db, named);
      if (!profile.active)
        throw new StartError(`The profile ${username} is ${profile.disabled ? 'disabled' : 'not valid now'}.`);
      if (await isSuspended(db))
        throw new StartError(`${slug} is suspended: no link works there until tenant resume ${slug}.`);
      const link = `${await portalAddress(db, operator.portalBase)}${await make(db, profile.id)}`;
      await recordOperator(db, { event, entity: subject(profile) });
      return link;
    });
    console.log(`${username} of ${slug} ${instruction}:\n  ${address}`);
  });
}

const signInLink: Link = {
  instruction: `signs in with this link, once, within ${linkMinutes} minutes`,
  event: 'ISSUE_SIGN_IN_LINK',
  make: async (db, profileId) => {
    const token = newSecret();
    await db
      .insertInto('sign_in_link')
      .values({ profile_id: profileId, token_hash: secretHash(token), expires_at: minutesFromNow(linkMinutes) })
      .execute();
    return `/username?token=${token}`;
  },
};
const passwordLink: Link = {
  instruction: `sets a password with this link, once, within ${tokenMinutes.reset} minutes`,
  event: 'ISSUE_PASSWORD_LINK',
  make: async (db, profileId) => paths.setPassword(await issuePasswordToken(db, profileId, 'reset')),
};

/**
 * `user admin --tenant … --profile … on|off`: the product's administrator, who enables and disables profiles and
 * imports.
 */
async function admin(args: string[]): Promise<void> {
  const state = args.at(-1);
  if (state !== 'on' && state !== 'off')
    throw new StartError('user admin --tenant <short name> --profile <profile ID> on or off.');
  const named = readProfile('user', args.slice(0, -1));
  const { slug, username } = named;
  const on = state === 'on';
  await asOperator((operator) =>
    inTenantBySlug(operator, slug, async (db) => {
      const profile = await lockProfileOf(db, named);
      if (profile.admin === on) return;
      await db
        .updateTable('profile')
        .set({ is_keyward_admin: on, ...nextVersion, updated_by: 'Operator' })
        .where('id', '=', profile.id)
        .execute();
      const changes = [{ attribute: 'isKeywardAdmin', oldValue: `${!on}`, newValue: `${on}` }];
      await recordOperator(db, { event: 'MODIFY_USER', entity: subject(profile), changes });
    }),
  );
  console.log(`${username} of ${slug} is ${on ? 'now' : 'not'} an in-product administrator.`);
}

export const user: Command = {
  name: 'user',
  summary:
    'user link: a one-time sign-in link; password: a link to set a password; disable, enable: whether a profile is let in; admin: who may disable profiles and import',
  options: [
    'link --tenant <short name> --profile <profile ID>',
    'password --tenant <short name> --profile <profile ID>',
    'disable --tenant <short name> --profile <profile ID>  ends its sessions and links as well',
    'enable --tenant <short name> --profile <profile ID>',
    'admin --tenant <short name> --profile <profile ID> on or off',
  ],
  run: (args) =>
    runAction(
      'user',
      {
        link: (rest) => printLink(rest, signInLink),
        password: (rest) => printLink(rest, passwordLink),
        disable: disableUser,
        enable: enableUser,
        admin,
      },
      args,
    ),
};
