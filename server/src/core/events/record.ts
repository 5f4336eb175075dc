import type { EventChange, EventResult, EventType } from '@keyward/contract/activity';
import type { Db } from '#db/tenant.ts';
import { commandLine } from './origin.ts';
import type { EventSubject } from './event-text.ts';
import { type NewEvent, writeEvents } from './events.ts';
import type { Actor } from '#core/auth/session.ts';

/** The fields of an actor that an event stores. */
export type Agent = Pick<Actor, 'id' | 'name' | 'email' | 'locations'>;

export type EventToRecord = {
  /** Absent: a new id. */
  id?: string;
  event: EventType;
  entity?: EventSubject;
  changes?: readonly EventChange[];
  result?: EventResult;
  /** tag_value ids of the entity's locations, before and after the change; the agent's own are added. */
  locations?: readonly string[];
  /** Shown as JSON under 'raw description'; never a secret. */
  raw?: unknown;
  /** The caller's address, for an event of a secret. */
  address?: string;
};

/**
 * Records one event in the transaction of its change, with the actor as agent; null: unknown. Call it once and last in a
 * service: see `writeEvents`.
 */
export async function record(db: Db, agent: Agent | null, event: EventToRecord): Promise<void> {
  await recordAll(db, agent, [event]);
}

/** The events of an operator's command, to be written in the transaction of the change. */
export const operatorEvents = (inputs: readonly Omit<EventToRecord, 'result'>[]): NewEvent[] =>
  inputs.map((input) => ({
    ...input,
    agent: { domain: 'operator', id: null, name: 'operator' },
    result: 'success',
    locations: input.locations ?? [],
    origin: commandLine(),
  }));

/** Records the events of an operator's command, in the transaction of the change. */
export const recordOperator = (db: Db, ...inputs: readonly Omit<EventToRecord, 'result'>[]): Promise<void> =>
  writeEvents(db, operatorEvents(inputs));

/** The same for a bulk change: one event per row. */
export async function recordAll(db: Db, agent: Agent | null, inputs: readonly EventToRecord[]): Promise<void> {
  const events = inputs.map((input): NewEvent => ({
    ...input,
    ...(agent ? { agent: { domain: 'profile', id: agent.id, name: agent.name, email: agent.email } } : {}),
    locations: [...(input.locations ?? []), ...(agent?.locations ?? [])],
  }));
  await writeEvents(db, events);
}
