import type { Event, EventChange } from '@keyward/contract/activity';
import type { EntityKind } from '@keyward/contract/kinds';
import type { Origin } from './origin.ts';

/** The agent or entity of an event. `id` is null when it is not in the portal. */
export type EventSubject = { domain: EntityKind; id: string | null; name: string; email?: string | null };

const nameLength = 200;
const emailLength = 254;
const userAgentLength = 400;

/** Line ends, terminal escapes and direction marks could make a name forge log lines or another name. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controls = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const neutral = (text: string): string => text.toWellFormed().replace(breaks, ' ').replace(controls, '\ufffd');

const cut = (text: string, length: number) => {
  const clean = neutral(text);
  return clean.length <= length ? clean : [...clean].slice(0, length).join('');
};

/** A subject as stored: lengths limited by the unique index of names. */
export const cleanSubject = (subject: EventSubject): Required<EventSubject> => ({
  domain: subject.domain,
  id: subject.id,
  name: cut(subject.name, nameLength),
  email: subject.email ? cut(subject.email, emailLength) : null,
});

/** Parts of names whose values are never stored. */
const secretParts = new Set(
  ['pin', 'pins', 'pass', 'passwd', 'password', 'passcode', 'passphrase', 'passwords', 'pwd'].concat([
    'secret',
    'secrets',
    'token',
    'tokens',
    'code',
    'codes',
    'credential',
    'credentials',
  ]),
);
/** Exceptions that contain such a part but hold no secret: an action, a location, the first characters of a token. */
const harmlessNames = new Set([
  'code',
  'error code',
  'status code',
  'reason code',
  'country code',
  'zip code',
  'postal code',
  'controller token',
]);
/** Splits `pinCode`, `user.pin_code` and `PINCode` into 'pin' and 'code'; see `runTogether` for compounds. */
const partsOf = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
const runTogether =
  /pass(word|code|phrase|wd)|secret|credential|(pin|access|auth|security|reset|unlock|recovery|door)code|(access|auth|session|api|reset|refresh|bearer|id)token|(user|device|door)pin$/;
const secretName = {
  test(name: string) {
    const parts = partsOf(name);
    if (harmlessNames.has(parts.join(' '))) return false;
    return parts.some((part) => secretParts.has(part) || runTogether.test(part));
  },
};
const hidden = '•••';
const harmless = (value: unknown) =>
  typeof value === 'boolean' || value === null || (typeof value === 'string' && /^(true|false)$/i.test(value));

function cleanChange({ attribute, oldValue, newValue }: EventChange): EventChange {
  const secret = secretName.test(attribute);
  const value = (text: string | null) => (text === null ? null : secret && !harmless(text) ? hidden : neutral(text));
  return { attribute: neutral(attribute), oldValue: value(oldValue), newValue: value(newValue) };
}

/** Fast path: a text without any of these contains no secret name. */
const secretPart = /pass|pwd|secret|credential|token|code|pin/i;

function rawText(raw: unknown): string {
  const text = JSON.stringify(raw) ?? '';
  if (!secretPart.test(text)) return neutral(text);
  const hide = (key: string, value: unknown) =>
    secretName.test(key) && !harmless(value) && typeof value !== 'object' ? hidden : value;
  return neutral(JSON.stringify(raw, hide));
}

/** The contract's `event` as JSON, built once. Without `raw`, the raw description is derived from the event. */
export function eventBody(
  head: Pick<Event, 'id' | 'event' | 'event_time' | 'received_at' | 'result'>,
  details: {
    agent?: EventSubject;
    entity?: EventSubject;
    changes: readonly EventChange[];
    raw?: unknown;
    origin: Origin | undefined;
    reason: Event['reason'] | undefined;
    occurrence: number | undefined;
    address: string | undefined;
  },
): string {
  const { agent, entity, origin, reason, occurrence, address } = details;
  const changes = details.changes.map(cleanChange);
  const body: Event = {
    id: head.id,
    event: head.event,
    event_time: head.event_time,
    received_at: head.received_at,
    result: head.result,
    agent_domain: agent?.domain ?? null,
    agent_id: agent?.id ?? null,
    entity_domain: entity?.domain ?? null,
    entity_id: entity?.id ?? null,
    description: {
      agentName: agent?.name ?? null,
      agentEmail: agent?.email ?? null,
      entityName: entity?.name ?? null,
      entityEmail: entity?.email ?? null,
      changes,
    },
    rawDescription: rawText(details.raw ?? { event: head.event, agent, entity, changes }),
    ...(origin ? { system: origin.system } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(occurrence === undefined ? {} : { occurrence }),
    ...(origin?.userAgent ? { user_agent: cut(origin.userAgent, userAgentLength) } : {}),
    ...(address === undefined ? {} : { address }),
    ...(origin?.operator ? { operator: cut(origin.operator, emailLength) } : {}),
  };
  return JSON.stringify(body);
}
