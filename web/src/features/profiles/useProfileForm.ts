import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { type Profile, profileCreate, profileEmail } from '@keyward/contract/profiles';
import { ordered, validityAt } from '@keyward/contract/validity';
import { useMemo } from 'react';
import { z } from 'zod';
import { useContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { useLocationZone } from '#parts/useLocationZone.ts';
import { startValues, tagRules, toInputs, type TagValues } from '#parts/tagValues.ts';
import { nextValues } from './nextValues.ts';
import { isInOrder, toValidity, toValidityValues, type ValidityValues } from './validityValues.ts';

export type ProfileValues = {
  name: string;
  username: string;
  email: string;
  active: boolean;
  roles: string[];
  password: string;
  sendPasswordResetEmail: boolean;
  tags: TagValues;
} & ValidityValues;

const { name, username, password } = profileCreate.shape;
/** A stored profile ID may be one that no new profile gets. */
const usernameOr = (stored: string | undefined) =>
  z.string().superRefine((typed, context) => {
    if (typed.trim() === stored) return;
    const message = username.safeParse(typed).error?.issues[0]?.message;
    if (message) context.addIssue(message);
  });

/** The form of a profile with the contract's validation, and the body that it sends. */
export function useProfileForm(profile: Profile | undefined, definitions: readonly TagDefinition[]) {
  const { me, authority } = useSession();
  const zoneOfLocations = useLocationZone();
  /** The zone of the location that is chosen. */
  const zoneOf = ({ tags }: Pick<ProfileValues, 'tags'>) =>
    zoneOfLocations(Object.entries(tags).map(([tagId, values]) => ({ tagId, values })));
  const mayAssign = can.assignGroups.holds(authority);
  const stored = profile?.username;
  const fields = useMemo(
    () =>
      z.object({
        name,
        username: usernameOr(stored),
        email: profileEmail,
        active: z.boolean(),
        roles: z.array(z.string()),
        password: z.union([z.literal(''), password.unwrap()]),
        sendPasswordResetEmail: z.boolean(),
        tags: tagRules(definitions, { object: 'users', mayAssign }),
        valid_from: z.string(),
        valid_until: z.string(),
      }),
    [definitions, mayAssign, stored],
  );
  const schema = fields.refine((values) => isInOrder(values, zoneOf(values)), ordered);
  const who = { locations: me.locations, allData: can.allData.holds(authority) };
  const toValues = (shown: Profile | undefined): ProfileValues => ({
    name: shown?.name ?? '',
    username: shown?.username ?? '',
    email: shown?.email ?? '',
    active: !shown?.disabled,
    roles: shown?.roleIds ?? [],
    password: '',
    sendPasswordResetEmail: false,
    tags: startValues(definitions, shown?.tags, who),
    ...toValidityValues(shown),
  });
  const form = useContractForm<ProfileValues>(schema, toValues(profile));
  // by the current profile ID: the server decides for a changed one
  const hasNoPassword = ({ username: id }: ProfileValues) =>
    profile?.singleSignOn === true && id.trim() === profile.username;
  const isReachable = ({ email }: ProfileValues) => email.trim() !== '' && profileEmail.safeParse(email).success;
  /** Not so in a profile that is inactive or has ended after the save; a new one keeps its link until it may act. */
  const isLinkUsable = (values: ProfileValues) =>
    !profile || (values.active && validityAt(toValidity(values, zoneOf(values)), new Date().toISOString()) !== 'ended');
  /** The box may be ticked; one that was ticked before counts again when it may. */
  const maySend = (values: ProfileValues) => isReachable(values) && !hasNoPassword(values) && isLinkUsable(values);
  const toNext = (given: ProfileValues) => nextValues(definitions, toValues(undefined), given);
  /**
   * Permissions decide which fields are sent (specification, part 2, section 5 'Profile'). `replaced`: the profile that
   * the save replaces.
   */
  const body = (values: ProfileValues, replaced?: Profile) => ({
    name: values.name,
    // the portal's clean-up would alter a stored one that no new profile gets
    ...(values.username.trim() === replaced?.username ? {} : { username: values.username }),
    email: values.email.trim() || null,
    ...(me.isKeywardAdmin ? { disabled: !values.active } : {}),
    ...toValidity(values, zoneOf(values)),
    ...(can.assignRoles.holds(authority) ? { roles: values.roles } : {}),
    ...(values.password && !hasNoPassword(values)
      ? { password: values.password, isPasswordTemporary: true as const }
      : {}),
    ...(values.sendPasswordResetEmail && maySend(values) ? { sendPasswordResetEmail: true } : {}),
    tags: toInputs(definitions, values.tags, { object: 'users', mayAssign }, replaced?.tags),
  });
  return {
    form,
    body,
    hasNoPassword,
    isReachable,
    isLinkUsable,
    maySend,
    toValues,
    toNext,
    zone: zoneOf(form.getValues()),
  };
}
