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
/** The stored profile ID may be one that the rules for new profiles refuse. */
const usernameOr = (stored: string | undefined) =>
  z.string().superRefine((typed, context) => {
    if (typed.trim() === stored) return;
    const message = username.safeParse(typed).error?.issues[0]?.message;
    if (message) context.addIssue(message);
  });

/** Form of a profile with the validation of the contract, and the body that it sends. */
export function useProfileForm(profile: Profile | undefined, definitions: readonly TagDefinition[]) {
  const { me, authority } = useSession();
  const zoneOfLocations = useLocationZone();
  /** Zone of the chosen location. */
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
  // based on the current profile ID: the server decides for a changed one
  const hasNoPassword = ({ username: id }: ProfileValues) =>
    profile?.singleSignOn === true && id.trim() === profile.username;
  const isReachable = ({ email }: ProfileValues) => email.trim() !== '' && profileEmail.safeParse(email).success;
  /** False if the profile will be inactive or ended after the save; the link of a new profile stays valid until it may act. */
  const isLinkUsable = (values: ProfileValues) =>
    !profile || (values.active && validityAt(toValidity(values, zoneOf(values)), new Date().toISOString()) !== 'ended');
  /** Whether the box may be ticked; a box ticked before counts again once it may. */
  const maySend = (values: ProfileValues) => isReachable(values) && !hasNoPassword(values) && isLinkUsable(values);
  const toNext = (given: ProfileValues) => nextValues(definitions, toValues(undefined), given);
  /**
   * Permissions decide which fields are sent (specification, part 2, section 5 'Profile'). `replaced`: the profile that
   * the save replaces.
   */
  const body = (values: ProfileValues, replaced?: Profile) => ({
    name: values.name,
    // the portal's sanitiser would alter a stored ID that new profiles cannot have
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
