import { fold } from '@keyward/contract/characters';
import { plain } from './paletteMatch.ts';

/** Placeholder for a name in a pattern. */
const hole = '…';
/** Chinese, Japanese and Korean put no space between a name and the text after it. */
export const isUnspaced = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);

/** Nor is there a space after an elided article or preposition: "d'Élise". */
const joins = (before: string): boolean => before === '' || isUnspaced(before) || before.endsWith("'");

/** A letter with its combining marks. */
const letter = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * A query in the form in which texts are compared here (`asked`), and a function that cuts out the part between two positions of
 * it. The part keeps its accents, by which the server searches.
 */
function comparable(query: string): { asked: string; cut: (from: number, to?: number) => string } {
  const folded = fold(query).trim().replaceAll(/\s+/g, ' ');
  // letter by letter, since removing accents shortens the text
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
 * Returns the name in a query that matches one of these patterns, 'activity of …|… activity', in the form in which the server
 * compares texts, with accents. The longest pattern decides. Undefined if none matches.
 */
export function restOf(query: string, patterns: string): string | undefined {
  const { asked, cut } = comparable(query);
  const longestFirst = patterns.split('|').toSorted((a, b) => b.length - a.length);
  for (const pattern of longestFirst) {
    // splits before `plain`, which would turn the hole into three dots
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
 * Takes a name from the beginning or end of a query: 'pod 12 last night'. The longest name wins. The rest has the form in which
 * the server compares texts, with accents.
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
/** Recognises words beside names that name nothing: those of `texts`, 'to|the', and words without letters and digits. */
export function fillersOf(texts: string): IsFiller {
  const fillers = new Set(texts.split('|').map(plain));
  return (word) => fillers.has(plain(word)) || !/[\p{L}\p{N}]/u.test(word);
}

const partsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words without the used ones, and without fillers beside those and at both ends. */
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

/** Shortest part of a word that can name an option: shorter ones would match too many names. */
const shortest = 3;

/**
 * Takes the words that name options out of a text, at any position: 'mona manager leeds'. If the same words name several options,
 * all are taken. At least one word is left, as the subject of the text. `whole`: the beginning of a word names nothing.
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
