import { fold } from '@keyward/contract/characters';

// without the marks of kana and Hangul, which form other letters
const accents = /[\u0300-\u036f]/g;

/** Typographic apostrophes; keyboards have another. Each is replaced by one character, so that positions in a text stay. */
const apostrophes = /[‘’ʼ]/g;

/** Form in which texts are compared: without case, width and accents, and with one kind of apostrophe. */
export const plain = (text: string): string =>
  fold(text).normalize('NFD').replaceAll(accents, '').normalize('NFC').replaceAll(apostrophes, "'");

const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** Whether each word of the query occurs in the text; true for an empty query. */
export function matches(query: string, text: string): boolean {
  const whole = plain(text);
  return wordsOf(query).every((word) => whole.includes(word));
}

/** Score of a label for a query, 4 to 0: equal, same beginning, beginnings of its words, parts of it, no match. */
export function scoreOf(query: string, label: string): number {
  const [asked, whole] = [plain(query).trim(), plain(label)];
  if (whole === asked) return 4;
  if (whole.startsWith(asked)) return 3;
  const parts = whole.split(/[^\p{L}\p{N}]+/u);
  if (wordsOf(asked).every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  return matches(asked, whole) ? 1 : 0;
}
