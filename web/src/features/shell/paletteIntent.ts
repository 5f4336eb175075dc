import { fold } from '@keyward/contract/characters';
import { plain } from './paletteMatch.ts';

/** Stands for a name in a pattern. */
const hole = '…';
/** In Chinese, Japanese and Korean characters no space separates a name from what follows it. */
export const isUnspaced = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);

/** Nor is there a space where an article or a preposition is elided: "d'Élise". */
const joins = (before: string): boolean => before === '' || isUnspaced(before) || before.endsWith("'");

/** A letter with its marks. */
const letter = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * A query in the form in which texts are compared here, and a function that cuts out what stands there between two places. What
 * it returns keeps its accents, by which the server searches.
 */
function comparable(query: string): { asked: string; cut: (from: number, to?: number) => string } {
  const folded = fold(query).trim().replaceAll(/\s+/g, ' ');
  // letter by letter: without its accents a text is shorter
  const letters = Array.from(folded.matchAll(letter), ([whole]) => ({ whole, asked: plain(whole) }));
  return {
    asked: letters.map(({ asked }) => asked).join(''),
    cut: (from, to = Infinity) => {
      let at = 0;
      let part = '';
      for (const { whole, asked } of letters) {
        if (at >= from && at < to) part += whole;
        at += asked.length;
      }
      return part.trim();
    },
  };
}

/**
 * What stands for the name in a query of one of these patterns, 'activity of …|… activity', in the form in which the server
 * compares texts, with accents: the longest pattern decides. Undefined where none fits.
 */
export function restOf(query: string, patterns: string): string | undefined {
  const { asked, cut } = comparable(query);
  const longestFirst = patterns.split('|').toSorted((a, b) => b.length - a.length);
  for (const pattern of longestFirst) {
    // before the comparable form, in which the hole would be three dots
    const [before = '', after = ''] = pattern.split(hole).map((part) => plain(part).trim());
    const from = before.length + (joins(before) ? 0 : 1);
    const to = asked.length - (after === '' ? 0 : after.length + (isUnspaced(after) ? 0 : 1));
    const begins = asked.startsWith(joins(before) ? before : `${before} `);
    const ends = asked.endsWith(isUnspaced(after) || !after ? after : ` ${after}`);
    if (begins && ends && from < to) return cut(from, to) || undefined;
  }
  return undefined;
}

export type Option = { id: string; name: string };

/**
 * Takes a name out of a query, at its beginning or its end: 'pod 12 last night'. The longest name is taken. What is left has
 * the form in which the server compares texts, with accents.
 */
export function takeEnd<T extends Option>(
  query: string,
  options: readonly T[],
): { taken: T | undefined; left: string } {
  const { asked, cut } = comparable(query);
  for (const option of options.toSorted((a, b) => b.name.length - a.name.length)) {
    const name = plain(option.name);
    const space = isUnspaced(name) ? '' : ' ';
    if (asked.endsWith(space + name)) return { taken: option, left: cut(0, asked.length - name.length) };
    if (asked.startsWith(name + space)) return { taken: option, left: cut(name.length) };
  }
  return { taken: undefined, left: cut(0) };
}

type IsFiller = (word: string) => boolean;
/** Words that stand beside names and name nothing: those of these texts, 'to|the', and words without letters and digits. */
export function fillersOf(texts: string): IsFiller {
  const fillers = new Set(texts.split('|').map(plain));
  return (word) => fillers.has(plain(word)) || !/[\p{L}\p{N}]/u.test(word);
}

const partsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The words without those that are used, and without fillers beside these and at both ends. */
function wordsBeside(words: readonly string[], used: ReadonlySet<string>, isFiller: IsFiller): string[] {
  const gone = new Set<number>();
  const places = [...words.keys()];
  for (const order of [places, places.toReversed()]) {
    let isBeside = true;
    for (const place of order) {
      const word = words[place] ?? '';
      isBeside = used.has(word) || (isBeside && isFiller(word));
      if (isBeside) gone.add(place);
    }
  }
  return words.filter((_, place) => !gone.has(place));
}

/** Shorter parts of a word stand for too many names. */
const shortest = 3;

/**
 * Takes the words that name options out of a text, wherever they stand: 'mona manager leeds'. Of several options that the same
 * words name, all are taken. At least one word is left: it is whom the text is about. `whole`: the beginning of a word names nothing.
 */
export function takeWords<T extends Option>(
  words: readonly string[],
  options: readonly T[],
  { whole = false, isFiller }: { whole?: boolean; isFiller: IsFiller },
): { taken: T[]; left: readonly string[] } {
  let best: T[] = [];
  let used: ReadonlySet<string> = new Set();
  for (const option of options) {
    const parts = partsOf(option.name);
    const isPart = (own: string) =>
      parts.some((part) => part === own || (!whole && own.length >= shortest && part.startsWith(own)));
    const named = new Set(words.filter((word) => !isFiller(word) && partsOf(word).every(isPart)));
    if (named.size === 0 || named.size < used.size) continue;
    if (named.size > used.size) [best, used] = [[], named];
    if ([...named].every((word) => used.has(word))) best.push(option);
  }
  const left = wordsBeside(words, used, isFiller);
  if (left.length > 0) return { taken: best, left };
  const all = wordsBeside(words, new Set(), isFiller);
  return { taken: [], left: all.length > 0 ? all : words };
}
