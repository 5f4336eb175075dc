// The characters of a text, without schemas: pages without a form load no zod.

export const codePoints = (text: string): number => [...text].length;
/** At most `max` code points? Reads no more of the text than necessary. */
export const fits = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && codePoints(text) <= max);

/** The normal form for comparing names: width and case folded, as the database's fold() does. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** More code points than a name has: at most 100 letters, of which some take several code points. */
const longestName = 400;
/**
 * The form in which a name is looked up. A text from a file may be longer than any name: it stays as it is, since folding
 * takes quadratic time and the text names nothing.
 */
export function nameKey(text: string): string {
  const name = text.trim();
  return fits(name, longestName) ? fold(name).trim() : name;
}

/** The digits of a typed text as 0 to 9: input methods type full-width ones. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/** A canonical lower-case UUID; ids are compared as text, so another spelling is another id. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
