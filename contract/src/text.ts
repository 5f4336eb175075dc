import { z } from 'zod';

/**
 * Text that can be stored and shown: whole Unicode (no lone surrogate, which PostgreSQL would quietly replace), no NUL
 * and no other control character but tab and line ends, no bidirectional or zero-width control that would make a name
 * look like another. Lengths are in code points, so that an emoji counts as one on both sides.
 */
const forbiddenCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
export const isCleanText = (text: string): boolean => text.isWellFormed() && !forbiddenCharacters.test(text);
export const codePoints = (text: string): number => [...text].length;

export const cleanText = z.string().refine(isCleanText, { error: 'invalidCharacters' });

/** One line of text without surrounding space, between `min` and `max` code points. `error` keys name texts. */
export function line(max: number, keys: { required: string; tooLong: string }) {
  return cleanText
    .refine((s) => !/[\r\n\t]/.test(s), { error: 'invalidCharacters' })
    .transform((s) => s.trim())
    .refine((s) => s.length > 0, { error: keys.required })
    .refine((s) => codePoints(s) <= max, { error: keys.tooLong });
}

/** A canonical lower-case UUID; ids are compared as text, so another spelling is another id. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, { error: 'invalidId' });
/** ISO 8601 instant in UTC with milliseconds. */
export const instant = z.iso.datetime({ offset: false });
export const idParams = z.object({ id });
