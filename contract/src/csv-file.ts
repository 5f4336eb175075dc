/** Reading of CSV files, shared by the portal, which reads a file before it sends it, and the server. */
import { targetOfHeader } from './imports.ts';
import { limits } from './limits.ts';

/**
 * Decodes a file; undefined if it is not readable. UTF-16 is recognised by its byte order mark. Anything else has to be
 * UTF-8: guessing would store garbage.
 */
export function decodeCsv(bytes: Uint8Array): string | undefined {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 or UTF-32 without a mark
    return firstLineOf(text).includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

const newlineOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r');

function firstLineOf(text: string): string {
  const start = text.trimStart();
  const end = start.indexOf(newlineOf(text));
  return end < 0 ? start : start.slice(0, end);
}

const separators = [',', ';', '\t'];
/** Longest header that is read, in characters; only a header crafted to be costly is longer. */
const headerLength = 50_000;
const quoted = /(^|[,;\t])"((?:[^"]|"")*)(?:"|$)/g;

/**
 * The separators of a file's lines and cells. The cell separator is the usual one that yields the most known columns, then
 * the one most frequent in the header, since spreadsheets write a semicolon where the comma is the decimal mark. A group's
 * label may contain separators as well, quoted or not.
 */
export function csvSeparators(text: string): { newline: '\n' | '\r'; delimiter: string } {
  const header = firstLineOf(text)
    .slice(0, headerLength)
    .replaceAll(quoted, (_, before: string, cell: string) => before + cell.replaceAll(/[,;\t]/g, ' '));
  const [best] = separators
    .map((delimiter) => {
      const cells = header.split(delimiter);
      return {
        delimiter,
        known: cells.slice(0, limits.importColumns).filter((cell) => targetOfHeader(cell, [])).length,
        count: cells.length,
      };
    })
    .toSorted((a, b) => b.known - a.known || b.count - a.count);
  return { newline: newlineOf(text), delimiter: best?.delimiter ?? ',' };
}

/** The error code of a problem that Papa Parse reports; its own messages are English. */
export const csvProblem = (parserCode: string): 'csvQuoteOpen' | 'csvQuoteMisplaced' | 'csvNotReadable' =>
  parserCode === 'MissingQuotes'
    ? 'csvQuoteOpen'
    : parserCode === 'InvalidQuotes'
      ? 'csvQuoteMisplaced'
      : 'csvNotReadable';
