import { z } from 'zod';

export const codePoints = (text: string): number => [...text].length;
/** At most `max` code points? Reads no more of a text than it takes to know. */
export const fits = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && codePoints(text) <= max);

/**
 * Text of at most `max` code points, so that an emoji counts as one on both sides. Every text that enters begins with
 * this check, and a longer one is read by nothing after it: Unicode normalization takes minutes for a megabyte of
 * combining marks. `error` keys name texts.
 */
export const text = (max: number, error = 'tooLong') =>
  z
    .string()
    .refine((s) => fits(s, max), { error, abort: true })
    .meta({ maxLength: max });

/**
 * Text that can be stored and shown: whole Unicode (no lone surrogate, which PostgreSQL would quietly replace), no NUL
 * and no other control character but tab and line ends, no bidirectional or zero-width control that would make a name
 * look like another.
 */
const forbiddenCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
export const isCleanText = (s: string): boolean => s.isWellFormed() && !forbiddenCharacters.test(s);

export const cleanText = (max: number, error?: string) =>
  text(max, error).refine(isCleanText, { error: 'invalidCharacters' });

/** Text without surrounding space, at most `max` code points then. */
export const trimmed = (max: number, tooLong?: string) =>
  cleanText(2 * max, tooLong)
    .transform((s) => s.trim())
    .refine((s) => fits(s, max), { error: tooLong ?? 'tooLong', abort: true });

/** One line of text without surrounding space, between 1 and `max` code points. The keys name texts. */
export const line = (max: number, keys: { required: string; tooLong: string }) =>
  cleanText(2 * max, keys.tooLong)
    .refine((s) => !/[\r\n\t]/.test(s), { error: 'invalidCharacters' })
    .transform((s) => s.trim())
    .refine((s) => s.length > 0, { error: keys.required })
    .refine((s) => fits(s, max), { error: keys.tooLong, abort: true });

/** Base64url, RFC 4648 section 5. */
export const base64url = (max: number) => text(max).check(z.base64url());

/** A canonical lower-case UUID; ids are compared as text, so another spelling is another id. */
export const id = text(36, 'invalidId').regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
  error: 'invalidId',
});
/** ISO 8601 instant in UTC with milliseconds. */
export const instant = text(40).check(z.iso.datetime({ offset: false }));
export const idParams = z.object({ id });

/** Any JSON whose texts have at most `max` code points. */
export const json = (max: number): z.ZodType => {
  const any: z.ZodType = z.lazy(() =>
    z.union([text(max), z.number(), z.boolean(), z.null(), z.array(any), z.record(text(max), any)]),
  );
  return any;
};
