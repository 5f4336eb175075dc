import { errorKey, type UnknownKey } from './error-key.ts';
import { type ErrorCode, type ErrorParams, errors, reasons } from './errors.ts';
import { parsedReason } from './reason.ts';

/** The English texts for an empty `by`: not every row has a known author of its last change. */
const unknownDetails: Record<UnknownKey, string> = {
  changedSinceUnknown: 'It was changed since. Nothing was undone.',
  conflictUnknown: 'Conflict: This was changed at {at}. Reload and try again.',
};

/** The English text of a code with its parameters filled in: a sentence, never a key. */
export function errorDetail(code: ErrorCode, params: ErrorParams = {}): string {
  const reason = code === 'invalidField' ? parsedReason(params['reason']) : undefined;
  if (reason) return reasons[reason.key].replace('{field}', () => reason.field);
  const key = errorKey(code, params);
  const text = key === 'changedSinceUnknown' || key === 'conflictUnknown' ? unknownDetails[key] : errors[key].detail;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}
