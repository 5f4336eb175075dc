import type { Invite, InviteStep } from '@keyward/contract/invitations';
import type { InviteStatus } from '@keyward/contract/onepass';
import { localeOf } from '#core/http/locale.ts';
import { defaultLocale } from '@keyward/contract/locales';
import { contentByTag, toAssignment } from '#core/tags/tags.ts';
import { tagDefinitions } from '#core/tags/queries.ts';
import type { Db } from '#db/tenant.ts';
import { findDeviceTags, findSteps, type StoredInvite } from './queries.ts';

type Judged = { status: InviteStatus; keys: readonly { usable: boolean }[] };
const hasUsableKey = ({ keys }: Judged): boolean => keys.some((key) => key.usable);

/** Whether the invitation can be sent again: if it was not used yet and one of its keys is usable. */
export const canBeResent = (invite: Judged): boolean => invite.status === 'NEW' && hasUsableKey(invite);
/** Whether the invitation can be deactivated or get another link, even if it was used. */
export const canBeCancelled = (invite: Judged): boolean => invite.status !== 'CANCELLED' && hasUsableKey(invite);

const latest = (instants: readonly string[]): string | null => instants.toSorted().at(-1) ?? null;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** Keys of the invitation with the tags of their devices, in the order of the devices. */
async function keysOf(db: Db, { keys }: StoredInvite): Promise<Invite['secure_keys']> {
  const deviceIds = keys.map((key) => key.device_id);
  const definitions = await tagDefinitions(db, { objectType: 'devices' });
  const stored = new Map((await findDeviceTags(db, deviceIds)).map(({ id, tags }) => [id, contentByTag(tags)]));
  return keys.map((key) => {
    const content = stored.get(key.device_id) ?? new Map();
    const location = definitions.find((definition) => definition.is_location);
    if (location && key.location_id)
      content.set(location.id, { every: false, valueIds: [key.location_id], text: null });
    return {
      id: key.id,
      device: {
        id: key.device_id,
        name: key.device_name,
        serial_number: key.serial_number,
        tags: definitions.flatMap((definition) => {
          const own = content.get(definition.id);
          return own ? [toAssignment(definition, own)] : [];
        }),
      },
      count: key.max_uses,
      uses: key.uses,
      key_timestamp: key.created_at,
      duration: key.duration,
      expiration_timestamp: key.expires_at,
    };
  });
}

async function stepsOf(db: Db, inviteId: string): Promise<InviteStep[]> {
  const steps = await findSteps(db, inviteId);
  return steps.map(({ id, step, at, key_id, by_name: by, detail }) => ({ id, step, at, key_id, by, detail }));
}

/** A stored invitation in the contract's shape. */
export async function toInvite(db: Db, invite: StoredInvite): Promise<Invite> {
  return {
    id: invite.id,
    email: invite.email,
    status: invite.status,
    delivery: invite.delivery,
    sent_at: invite.sent_at,
    notes: invite.notes,
    locale: localeOf(invite.locale) ?? defaultLocale,
    expiration_timestamp: latest(invite.keys.map((key) => key.expires_at)),
    uses: sum(invite.keys.map((key) => key.uses)),
    count: sum(invite.keys.map((key) => key.max_uses)),
    created_at: invite.created_at,
    created_by: invite.created_by_name,
    can_be_cancelled: canBeCancelled(invite),
    can_be_resent: canBeResent(invite),
    secure_keys: await keysOf(db, invite),
    steps: await stepsOf(db, invite.id),
    version: invite.version,
  };
}
