import { csvSeparators, decodeCsv } from '@keyward/contract/csv-file';
import { limits } from '@keyward/contract/limits';
import Papa from 'papaparse';
import { PortalError } from '#core/errors.ts';

/** `line`: the number of the record, as a spreadsheet counts rows; empty records count. */
export type CsvRecord = { line: number; cells: string[] };
export type CsvTable = { header: CsvRecord; records: CsvRecord[] };

const shownErrors = 5;

/**
 * The records of a CSV file, without empty ones. Throws csvEncoding, csvNotReadable with the parser's messages,
 * csvNoRecords, and csvExceedsLimit beyond `limit` records.
 */
export function readCsv(bytes: Uint8Array, limit: number): CsvTable {
  const text = decodeCsv(bytes);
  if (text === undefined) throw new PortalError('csvEncoding');
  const errors: string[] = [];
  const records: CsvRecord[] = [];
  let line = 0;
  Papa.parse<string[]>(text, {
    ...csvSeparators(text),
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
