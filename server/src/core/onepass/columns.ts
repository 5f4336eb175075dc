// SQL for the invitations visible to an actor, for the lists of invitations and of keys.
import type { ActorSql, ViaJunction } from '#core/list/types.ts';

/** The location of a key of an invitation, in `allKeysAt`. */
export const keyLocation = 'w.location_value_id';

/** Every key of the invitation with this id is at a location that passes the test on `keyLocation`: isVisibleAtEach as SQL. */
export const allKeysAt =
  (inviteId: string): ViaJunction =>
  (own, test) =>
    `not exists (select from secure_key z join device w on ${own('w')} and w.id = z.device_id
      where ${own('z')} and z.invite_id = ${inviteId} and (${keyLocation} is null or not (${test})))`;

/** `value` for actors to whom all keys of the invitation are visible, null for others. */
export const ofVisibleInvite =
  (inviteId: string, value: string): ActorSql =>
  (own, visible) => {
    const test = visible(keyLocation);
    return test === undefined ? value : `case when ${allKeysAt(inviteId)(own, test)} then ${value} end`;
  };
