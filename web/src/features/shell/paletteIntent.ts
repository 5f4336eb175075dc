import { plain } from './paletteMatch.ts';

/** Stands for a name in a pattern. */
const hole = '…';
/** In Chinese, Japanese and Korean characters no space separates a name from what follows it. */
const isUnspaced = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);

/**
 * What stands for the name in a query of one of these patterns, 'activity of …|… activity', in the form in which texts are
 * compared: the longest pattern decides. Undefined where none fits.
 */
export function restOf(query: string, patterns: string): string | undefined {
  const asked = plain(query).trim().replaceAll(/\s+/g, ' ');
  const longestFirst = patterns.split('|').toSorted((a, b) => b.length - a.length);
  for (const pattern of longestFirst) {
    // before the comparable form, in which the hole would be three dots
    const [before = '', after = ''] = pattern.split(hole).map((part) => plain(part).trim());
    const from = before === '' ? 0 : before.length + (isUnspaced(before) ? 0 : 1);
    const to = asked.length - (after === '' ? 0 : after.length + (isUnspaced(after) ? 0 : 1));
    const begins = asked.startsWith(isUnspaced(before) || !before ? before : `${before} `);
    const ends = asked.endsWith(isUnspaced(after) || !after ? after : ` ${after}`);
    if (begins && ends && from < to) return asked.slice(from, to).trim() || undefined;
  }
  return undefined;
}

export type Option = { id: string; name: string };

/** Takes a name out of a text, at its beginning or its end: 'pod 12 last night'. The longest name is taken. */
export function takeEnd<T extends Option>(text: string, options: readonly T[]): { taken: T | undefined; left: string } {
  for (const option of options.toSorted((a, b) => b.name.length - a.name.length)) {
    const name = plain(option.name);
    const space = isUnspaced(name) ? '' : ' ';
    if (text.endsWith(space + name)) return { taken: option, left: text.slice(0, -name.length).trim() };
    if (text.startsWith(name + space)) return { taken: option, left: text.slice(name.length).trim() };
  }
  return { taken: undefined, left: text };
}

/** Shorter parts of a word stand for too many names. */
const shortest = 3;

/**
 * Takes the words that name options out of a text, wherever they stand: 'mona manager leeds'. Of several options that the same
 * words name, all are taken. At least one word is left: it is whom the text is about.
 */
export function takeWords<T extends Option>(
  words: readonly string[],
  options: readonly T[],
): { taken: T[]; left: readonly string[] } {
  let best: T[] = [];
  let used: ReadonlySet<string> = new Set();
  for (const option of options) {
    const parts = plain(option.name).split(/[^\p{L}\p{N}]+/u);
    const named = new Set(
      words.filter((word) => parts.some((part) => part === word || (word.length >= shortest && part.startsWith(word)))),
    );
    if (named.size === 0 || named.size < used.size) continue;
    if (named.size > used.size) [best, used] = [[], named];
    best.push(option);
  }
  const left = words.filter((word) => !used.has(word));
  return left.length === 0 ? { taken: [], left: words } : { taken: best, left };
}
