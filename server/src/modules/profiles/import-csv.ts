import { limits } from '@keyward/contract/limits';
import Papa from 'papaparse';
import { PortalError } from '#core/errors.ts';

/** `line`: the number of the record, as a spreadsheet counts rows; empty records count. */
export type CsvRecord = { line: number; cells: string[] };
export type CsvTable = { header: CsvRecord; records: CsvRecord[] };

/** UTF-16 announces itself by its byte order mark. Anything else has to be UTF-8: guessing would store rubbish. */
function decode(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new PortalError('csvEncoding');
  }
}

/** The separator that the header has most of: spreadsheets write a semicolon where the comma is the decimal mark. */
function separatorOf(header: string): string {
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

const shownErrors = 5;

/**
 * The records of a CSV file, without empty ones. Throws csvEncoding, csvNotReadable with the parser's messages,
 * csvNoRecords, and csvExceedsLimit beyond `limit` records.
 */
export function readCsv(bytes: Uint8Array, limit: number): CsvTable {
  const text = decode(bytes);
  const newline = text.includes('\n') ? '\n' : '\r';
  const start = text.trimStart();
  const end = start.indexOf(newline);
  const firstLine = end < 0 ? start : start.slice(0, end);
  // UTF-16 or UTF-32 without a mark
  if (firstLine.includes('\0')) throw new PortalError('csvEncoding');
  const errors: string[] = [];
  const records: CsvRecord[] = [];
  let line = 0;
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(firstLine),
    newline,
    step: ({ data, errors: found }, parser) => {
      line++;
      errors.push(...found.map(({ message }) => message));
      if (!data.some((cell) => cell.trim() !== '')) return;
      const last = data.length - 1;
      records.push({ line, cells: data.map((cell, i) => (i === last ? cell.replace(/\r$/, '') : cell)) });
      // the header is one record more
      if (records.length > limit + 1 || errors.length >= shownErrors) parser.abort();
    },
  });
  const [header, ...rest] = records;
  if (errors.length) throw new PortalError('csvNotReadable', { params: { reason: errors.join(', ') } });
  if (!header || rest.length === 0) throw new PortalError('csvNoRecords');
  if (header.cells.length > limits.importColumns) {
    throw new PortalError('csvNotReadable', { params: { reason: `More than ${limits.importColumns} columns.` } });
  }
  if (rest.length > limit) throw new PortalError('csvExceedsLimit', { params: { limit } });
  return { header, records: rest };
}
