import type { EventChange } from '@keyward/contract/activity';

/** The change of an attribute, as a list for an event's changes; empty when the value stays the same. */
export const change = (attribute: string, oldValue: string | null, newValue: string | null): EventChange[] =>
  oldValue === newValue ? [] : [{ attribute, oldValue, newValue }];
