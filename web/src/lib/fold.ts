/** Normalises a text for comparison: folds full-width letters, half-width kana and case. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Does the name contain this text, ignoring width and case? Every name contains an empty text. */
export const hasText = (name: string, text: string): boolean => fold(name).includes(fold(text.trim()));
