import { fold } from '@keyward/contract/characters';

// not the marks of kana and Hangul, which make other letters
const accents = /[\u0300-\u036f]/g;

/** Texts are printed with these, and keyboards have another: one character for one, so that places in a text stay. */
const apostrophes = /[‘’ʼ]/g;

/** The form in which texts are compared: without case, width and accents, and with one apostrophe. */
export const plain = (text: string): string =>
  fold(text).normalize('NFD').replaceAll(accents, '').normalize('NFC').replaceAll(apostrophes, "'");

const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** Whether each word of the query occurs in the text; true for an empty query. */
export function matches(query: string, text: string): boolean {
  const whole = plain(text);
  return wordsOf(query).every((word) => whole.includes(word));
}

/** How well a label answers the query: all of it, its beginning, the beginnings of its words, parts of them, less. */
export function scoreOf(query: string, label: string): number {
  const [asked, whole] = [plain(query).trim(), plain(label)];
  if (whole === asked) return 4;
  if (whole.startsWith(asked)) return 3;
  const parts = whole.split(/[^\p{L}\p{N}]+/u);
  if (wordsOf(asked).every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  return matches(asked, whole) ? 1 : 0;
}
