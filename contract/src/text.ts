import { z } from 'zod';
import { fits, uuid } from './characters.ts';

/**
 * Text of at most `max` code points, so that an emoji counts as one on both sides. Every text input starts with
 * this check, and nothing processes a longer one: Unicode normalization takes minutes for a megabyte of
 * combining marks. `error` is a text key.
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

/**
 * Invisible characters, which would make two names look alike: format characters, default ignorables, line and paragraph
 * separators.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0085\u2028\u2029]/u;
/** Viramas, after which a joiner controls the letters of an Indic script (RFC 5892, appendix A.1 and A.2). */
const virama =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u1714\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\ua806\\ua8c4\\ua953\\ua9c0\\uabed';
const joining = '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}]';
/** A joiner after a virama, and the non-joiner between letters of a cursive script. */
const joiner = new RegExp(`(?<=[${virama}])[\\u200c\\u200d]|(?<=${joining}\\p{M}*)\\u200c(?=${joining})`, 'gu');
/** Variation selectors of emoji and of Han and Mongolian letters, and the joiner within an emoji. */
const shaping =
  /(?<=\p{Extended_Pictographic}\p{EMod}?)\ufe0f?(?:\u200d(?=\p{Extended_Pictographic}))?|\ufe0f(?=\u20e3)|(?<=\p{Ideographic})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]/gu;

/** Is the name free of invisible characters? Joiners are allowed where their script needs them, and variation selectors. */
export const isVisible = (s: string): boolean => !invisible.test(s.replace(joiner, '').replace(shaping, ''));
/** The same for identifiers, without variation selectors. */
export const isPlain = (s: string): boolean => !invisible.test(s.replace(joiner, ''));

export const cleanText = (max: number, error?: string) =>
  text(max, error).refine(isCleanText, { error: 'invalidCharacters' });

/** Trimmed text of at most `max` code points. */
export const trimmed = (max: number, tooLong?: string) =>
  cleanText(2 * max, tooLong)
    .transform((s) => s.trim())
    .refine((s) => fits(s, max), { error: tooLong ?? 'tooLong', abort: true });

/** One trimmed line of 1 to `max` code points. The keys are text keys. */
export const line = (max: number, keys: { required: string; tooLong: string }) =>
  cleanText(2 * max, keys.tooLong)
    .refine((s) => !/[\r\n\t]/.test(s) && isVisible(s), { error: 'invalidCharacters' })
    .transform((s) => s.trim())
    .refine((s) => s.length > 0, { error: keys.required })
    .refine((s) => fits(s, max), { error: keys.tooLong, abort: true });

/** Base64url, RFC 4648 section 5. */
export const base64url = (max: number) => text(max).check(z.base64url());

export const id = text(36, 'invalidId').regex(uuid, { error: 'invalidId' });
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
