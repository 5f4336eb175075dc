import type { Delivery, InviteStatus, InviteStepName } from '@keyward/contract/onepass';
import { contentId, type NewEvent, writeEvents } from '#core/events/events.ts';
import { secretHash, type Vault } from '#core/auth/secrets.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { newLink } from '#modules/invitations/link.ts';
import { addressOf, formerBond } from './guest-links.ts';
import { insertAll } from './insert.ts';

type Step = { step: InviteStepName; minutes: number; detail?: string };
type Kind = {
  keys: readonly string[];
  notes?: string;
  status?: InviteStatus;
  delivery: Delivery;
  steps: readonly Step[];
};

const handedOver: Step = { step: 'handedOver', minutes: 1 };
const opened: Step = { step: 'opened', minutes: 12 };
const accepted: Step = { step: 'accepted', minutes: 13 };

/** Invitations of the demo by the name of their recipient, with keys of `seedKeys`; times in minutes after the first key. */
const kinds: Record<string, Kind> = {
  'nina.lang': { keys: ['new 0'], delivery: 'queued', steps: [] },
  'omar.haddad': { keys: ['unused 0', 'unused 1'], delivery: 'handedOver', steps: [handedOver] },
  'no.such.box': {
    keys: ['unused 2'],
    delivery: 'refused',
    steps: [{ step: 'refused', minutes: 1, detail: '550 5.1.1 There is no mailbox of this name here' }],
  },
  'greta.holm': {
    keys: ['new 1'],
    delivery: 'delayed',
    steps: [{ step: 'delayed', minutes: 1, detail: '451 4.7.1 Greylisted, please try again in five minutes' }],
  },
  'li.wei': { keys: ['unused 3'], delivery: 'opened', steps: [handedOver, opened] },
  'sam.okafor': { keys: ['new 2'], delivery: 'accepted', steps: [handedOver, opened, accepted] },
  'elena.rossi': {
    keys: ['partly used 0', 'ending soon 0'],
    notes: 'Ring at the back door. The lock is on the left.',
    status: 'USED',
    delivery: 'accepted',
    steps: [handedOver, opened, accepted],
  },
  'ivo.brandt': { keys: ['one left 0'], status: 'USED', delivery: 'accepted', steps: [handedOver, opened, accepted] },
  'jan.novak': { keys: ['used up 0'], status: 'USED', delivery: 'accepted', steps: [handedOver, opened, accepted] },
  'mia.keller': {
    keys: ['partly used 1'],
    status: 'CANCELLED',
    delivery: 'accepted',
    steps: [handedOver, opened, accepted, { step: 'cancelled', minutes: 2900 }],
  },
  'tom.baker': { keys: ['ended 0'], delivery: 'handedOver', steps: [handedOver] },
};

/** The id that `seedKeys` gives to a key. */
const keyId = (db: Db, name: string) => contentId(db.tenantId, 'secureKey', name);

/** Creates invitations in every state, for keys of the demo, with their events. Returns the number of events. */
export async function seedInvitations(db: Db, vault: Vault): Promise<number> {
  const names = Object.values(kinds).flatMap((kind) => kind.keys);
  const keys = await db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .select(['k.id', 'k.created_at', 'k.created_by', 'k.created_by_name', 'd.location_value_id as location'])
    .where('k.id', '=', any(names.map((name) => keyId(db, name))))
    .execute();
  const byId = new Map(keys.map((key) => [key.id, key]));
  const events: NewEvent[] = [];
  for (const [recipient, { keys: given, notes = '', status = 'NEW', delivery, steps }] of Object.entries(kinds)) {
    const own = given.flatMap((name) => byId.get(keyId(db, name)) ?? []);
    const [first] = own;
    if (!first) continue;
    const id = contentId(db.tenantId, 'invitation', recipient);
    const email = addressOf(recipient);
    const begun = Math.max(...own.map((key) => Date.parse(key.created_at)));
    const at = (minutes: number) => new Date(begun + minutes * 60_000);
    const timeOf = (step: InviteStepName) =>
      steps.flatMap((one) => (one.step === step ? [at(one.minutes)] : []))[0] ?? null;
    const { token, stored } = newLink(db, vault, id);
    const sender = { created_by: first.created_by, created_by_name: first.created_by_name };
    const times = { opened_at: timeOf('opened'), accepted_at: timeOf('accepted'), cancelled_at: timeOf('cancelled') };
    await db
      .insertInto('secure_key_invite')
      .values({
        id,
        email,
        notes,
        status,
        delivery,
        locale: 'en',
        created_at: at(0),
        sent_at: delivery === 'refused' ? null : at(0),
        ...stored,
        browser_hash: times.accepted_at ? secretHash(formerBond(token)) : null,
        ...sender,
        ...times,
        ...(status === 'CANCELLED' ? { token: null } : {}),
      })
      .execute();
    await db
      .updateTable('secure_key')
      .set({ invite_id: id })
      .where('id', '=', any(own.map((key) => key.id)))
      .execute();
    const queued: Step = { step: 'queued', minutes: 0, detail: email };
    await insertAll(
      db,
      'secure_key_invite_step',
      [queued, ...steps].map(({ step, minutes, detail }) => ({
        invite_id: id,
        at: at(minutes),
        step,
        by_name: step === 'queued' || step === 'cancelled' ? sender.created_by_name : null,
        detail: detail ?? (step === 'handedOver' ? email : null),
      })),
    );
    const [location, ...others] = new Set(own.map((key) => key.location));
    const event = (type: 'SEND_INVITATION' | 'CANCEL_INVITATION', time: Date): NewEvent => ({
      event: type,
      time,
      receivedAt: time,
      result: 'success',
      agent: { domain: 'profile', id: sender.created_by, name: sender.created_by_name },
      entity: { domain: 'invitation', id, name: email },
      locations: location && others.length === 0 ? [location] : [],
      origin: { system: 'portal' },
    });
    events.push(event('SEND_INVITATION', at(0)));
    if (times.cancelled_at) events.push(event('CANCEL_INVITATION', times.cancelled_at));
  }
  await writeEvents(db, events);
  return events.length;
}
