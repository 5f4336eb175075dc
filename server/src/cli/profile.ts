// The options by which commands name a profile.
import { mayAct } from '#core/auth/may-act.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { folded } from '#core/auth/sso-policy.ts';
import { StartError } from '#db/start-error.ts';
import type { Db } from '#db/tenant.ts';
import { readOptions, requireOption } from './command.ts';

/** The short name of a tenant, and a profile ID there. */
export type Named = { slug: string; username: string };

/** `--tenant <short name> --profile <profile ID>`. @throws StartError for other options, and when one is missing. */
export function readProfile(command: string, args: string[]): Named {
  const given = readOptions(command, args, { tenant: { type: 'string' }, profile: { type: 'string' } });
  return { slug: requireOption('tenant', given.tenant), username: requireOption('profile', given.profile) };
}

const queryOf = (db: Db, username: string) =>
  db
    .selectFrom('profile')
    .select((eb) => [
      'id',
      'name',
      'email',
      'disabled',
      mayAct('profile').as('active'),
      'is_keyward_admin as admin',
      profileLocations(eb.ref('profile.id')).as('locations'),
    ])
    .where('username_fold', '=', folded(username));

/** @throws StartError when the tenant has no such profile. */
export async function profileOf(db: Db, { slug, username }: Named) {
  const profile = await queryOf(db, username).executeTakeFirst();
  if (!profile) throw new StartError(`${slug} has no profile ${username}.`);
  return profile;
}

/** The same, locked until the transaction ends. */
export async function lockProfileOf(db: Db, named: Named) {
  await queryOf(db, named.username).forUpdate().execute();
  // in a statement of its own: groups are rows of another table, and the one that waited would read them as they were before
  return profileOf(db, named);
}

type Subject = Pick<Awaited<ReturnType<typeof profileOf>>, 'id' | 'name' | 'email'>;
export const subject = ({ id, name, email }: Subject) => ({ domain: 'profile', id, name, email }) as const;
