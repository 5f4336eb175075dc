import { csvProblem, csvSeparators, decodeCsv } from '@keyward/contract/csv-file';
import type { ErrorCode } from '@keyward/contract/errors';
import { limits } from '@keyward/contract/limits';
import Papa from 'papaparse';
import { PortalError } from '#core/errors.ts';

/** `line` is the number of the record, counted like rows of a spreadsheet, with empty ones. */
type CsvRecord = { line: number; cells: string[] };
export type CsvTable = { header: CsvRecord; records: CsvRecord[] };

/**
 * The records of a CSV file, without empty ones. Throws csvEncoding, the first problem of its quotes, csvNoRecords,
 * csvTooManyColumns, and csvExceedsLimit beyond `limit` records.
 */
export function readCsv(bytes: Uint8Array, limit: number): CsvTable {
  const text = decodeCsv(bytes);
  if (text === undefined) throw new PortalError('csvEncoding');
  let problem: ErrorCode | undefined;
  const records: CsvRecord[] = [];
  let line = 0;
  Papa.parse<string[]>(text, {
    ...csvSeparators(text),
    step: ({ data, errors: found }, parser) => {
      line++;
      problem ??= found.map(({ code }) => csvProblem(code))[0];
      if (!data.some((cell) => cell.trim() !== '')) return;
      const last = data.length - 1;
      records.push({ line, cells: data.map((cell, i) => (i === last ? cell.replace(/\r$/, '') : cell)) });
      // the header is an additional record
      if (records.length > limit + 1 || problem) parser.abort();
    },
  });
  const [header, ...rest] = records;
  if (problem) throw new PortalError(problem);
  if (!header || rest.length === 0) throw new PortalError('csvNoRecords');
  if (header.cells.length > limits.importColumns) {
    throw new PortalError('csvTooManyColumns', { params: { limit: limits.importColumns } });
  }
  if (rest.length > limit) throw new PortalError('csvExceedsLimit', { params: { limit } });
  return { header, records: rest };
}
