/** A text for comparison: full-width letters and half-width kana are the letters they stand for; case does not matter. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Is this text in the name, width and case aside? An empty one is in all. */
export const hasText = (name: string, text: string): boolean => fold(name).includes(fold(text.trim()));
