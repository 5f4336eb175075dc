// Why a field is not valid: the parameter `reason` of an error.
import { reasons } from './errors.ts';

export type Reason = keyof typeof reasons;
const isReason = (key: string): key is Reason => Object.hasOwn(reasons, key);

/** Reads a parameter `reason`: the message's key and its argument; undefined for 'invalid'. */
export function parsedReason(reason: string | number | undefined): { key: Reason; field: string } | undefined {
  const [key = '', ...field] = String(reason ?? '').split(':');
  return isReason(key) ? { key, field: field.join(':') } : undefined;
}

/** A schema's message on the wire: its key, or 'invalid' for a message outside the contract. */
export const reasonOf = (message: string): string => (parsedReason(message) ? message : 'invalid');
