import { z } from 'zod';
import { changedOnTheWay, profileId as plainProfileId } from './auth.ts';
import { bulkChanged } from './bulk-changed.ts';
import { endpoint } from './endpoint.ts';
import { tagAssignment, tagInput } from './groups.ts';
import { limits } from './limits.ts';
import { listOf, listQuery, rowTags } from './list.ts';
import { newPassword } from './password.ts';
import { can } from './permissions.ts';
import { roleLabel } from './roles.ts';
import { chosenRows } from './selection.ts';
import { fold } from './characters.ts';
import { id, idParams, instant, isPlain, line, trimmed } from './text.ts';
import { validityFields } from './validity-fields.ts';
import { isOrdered, ordered } from './validity.ts';

const loginTypes = ['password', 'singleSignOn'] as const;

const profileRow = z.object({
  id,
  name: z.string(),
  /** The profile ID. */
  username: z.string(),
  email: z.string().nullable(),
  disabled: z.boolean(),
  /** Appointed by the operator; only another one changes the profile. */
  isKeywardAdmin: z.boolean(),
  /** May not act before; null: from the start. */
  valid_from: instant.nullable(),
  /** May not act from then on; null: without an end. */
  valid_until: instant.nullable(),
  /** By name. */
  roles: z.array(roleLabel),
  /** Group values by name, in the tags' order, without the location. */
  tagValues: z.array(z.string()),
  /** The profile's locations, comma-separated. */
  locationTagValue: z.string().nullable(),
  /** With a password in Keyward, or through the tenant's identity provider. */
  login_type: z.enum(loginTypes),
  /** Last use of the portal or an OKM; null: never. */
  last_activity: instant.nullable(),
  /** The enrollment date. */
  created_at: instant,
  updated_at: instant,
  /** Only on request: `with=tags`. */
  tags: rowTags.optional(),
});
export type ProfileRow = z.infer<typeof profileRow>;

export const profile = profileRow.extend({
  tags: z.array(tagAssignment),
  roleIds: z.array(id),
  /** Last use of the portal; null: never. */
  last_activity_portal: instant.nullable(),
  /** Last use of an OKM; null: never. */
  last_activity_okm: instant.nullable(),
  customerName: z.string(),
  /** Signs in through the tenant's identity provider: has no password to set or reset. */
  singleSignOn: z.boolean(),
  /** The password has to be replaced before signing in. */
  isPasswordTemporary: z.boolean(),
  /** When the PIN was issued or reset; null: it has none yet, and gets one when it is shown. */
  pin_set_at: instant.nullable(),
  /** The OKMs can check the PIN; false for a moment after it was issued or reset. */
  pin_at_okms: z.boolean(),
  /** The keys that it holds at the caller’s locations; null for callers who may not read devices. */
  keys_held: z.int().nullable(),
  version: z.int(),
});
export type Profile = z.infer<typeof profile>;

/** Reserved names that mean everyone. Specification, part 2, section 5 'Profile'. */
const reserved = ['*', 'all'];
const name = line(limits.profileName, { required: 'required', tooLong: 'profileNameTooLong' });
const username = line(limits.profileId, { required: 'required', tooLong: 'profileIdTooLong' })
  .refine((s) => plainProfileId.safeParse(s).success, { error: 'usernameCharsNotAllowed' })
  .refine((s) => !reserved.includes(fold(s)), { error: 'reservedNameNotAllowed' });
/** A profile ID that may be assigned. A stored one stays as it is. */
const newUsername = username.refine((s) => !changedOnTheWay.test(s), { error: 'usernameChangedOnTheWay' });
export const mailPattern = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@.]+(\.[^\s,;:<>()[\]"\\@.]+)+$/;
/** A mail address. Like a profile ID, it has no characters that would make it look like another one. */
export const mailAddress = trimmed(limits.email, 'emailTooLong').refine(isPlain, { error: 'invalidCharacters' });
/** As sent by a form: empty means none. */
export const profileEmail = mailAddress
  .refine((s) => s === '' || mailPattern.test(s), { error: 'emailInvalid' })
  .transform((s) => s || null);
const roleIds = z.array(id).max(limits.filterValues);
const tags = z.array(tagInput).max(100);

const fields = {
  name,
  username,
  email: profileEmail.nullable(),
  disabled: z.boolean(),
  ...validityFields,
  /** A temporary password, to be replaced at the first sign-in. Not with single sign-on. */
  password: newPassword,
  isPasswordTemporary: z.literal(true),
  /** Sends a link to set a password, to the address after the update. Not with single sign-on. */
  sendPasswordResetEmail: z.boolean(),
  /** Ids of the roles. */
  roles: roleIds,
  tags,
};
const optional = z.object(fields).partial();

export const profileCreate = optional
  .extend({ username: newUsername })
  .required({ name: true, username: true })
  .refine(isOrdered, ordered);
/** Missing fields stay unchanged. A changed profile ID has to be one that a new profile may have. */
export const profileUpdate = optional.refine(isOrdered, ordered);

/** Lost along with the profiles: `rowLosses` of a list. */
const profileLosses = z.object({ data: z.object({ keysHeld: z.int() }) });

export const profiles = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/users',
    summary: 'Profiles within the caller’s locations.',
    needs: can.readUsers,
    query: listQuery,
    reply: listOf(profileRow),
    list: 'user',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id',
    summary: 'One profile with its roles and tags.',
    needs: can.readUsers,
    params: idParams,
    reply: z.object({ data: profile }),
    etag: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Add a profile, with roles whose rights the caller holds.',
    needs: can.editUsers,
    body: profileCreate,
    reply: z.object({ data: profile, msg: z.string() }),
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/users/:id',
    summary: 'Change a profile that holds no more rights than the caller.',
    needs: can.editUsers,
    params: idParams,
    body: profileUpdate,
    reply: z.object({ data: profile, msg: z.string() }),
    etag: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/users/:id',
    summary: 'Delete a profile for good; its events stay.',
    needs: can.editUsers,
    params: idParams,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/v1/users/delete',
    summary: 'Delete the chosen profiles for good, all or none; their events stay.',
    needs: can.editUsers,
    body: chosenRows,
    reply: z.object({ deleted: z.int() }),
  }),
  losses: endpoint({
    method: 'POST',
    path: '/api/v1/users/delete/losses',
    repeatable: true,
    summary: 'What a deletion of the chosen profiles would take along: who holds the keys that are out.',
    needs: can.editUsers,
    body: chosenRows,
    reply: profileLosses,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/v1/users/end',
    summary:
      'End the validity of the chosen profiles now, all or none; can be undone as a bulk change. Those that have ended already stay as they are.',
    needs: can.editUsers,
    body: chosenRows,
    reply: z.object({ data: bulkChanged }),
  }),
};
