import { restore } from '@keyward/contract/csv';
import { csvProblem, csvSeparators, decodeCsv } from '@keyward/contract/csv-file';
import type { ErrorCode } from '@keyward/contract/errors';
import type { TagDefinition } from '@keyward/contract/groups';
import { ignoredColumn, importHeaders, targetOfHeader } from '@keyward/contract/imports';
import Papa from 'papaparse';
import { csvLines } from '#list/csv/lines.ts';
import { openSink } from '#list/csv/sink.ts';

/** Size limit of a file. Specification, part 2, section 9. */
export const maxFileBytes = 5 * 1024 * 1024;

/** Types that Windows reports for a CSV file: none or, with Excel installed, Excel's own. */
const windowsTypes = ['', 'application/vnd.ms-excel'];

/** Whether a file is CSV by its type or, if the type is inconclusive, by its name. */
export const isCsv = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === 'text/csv' || (windowsTypes.includes(type) && /\.csv$/i.test(name));

type CsvRecord = { line: number; cells: string[] };
/** A picked file: its raw bytes, and what the browser parsed from them. */
export type PickedFile = {
  name: string;
  bytes: Uint8Array;
  delimiter: string;
  header: string[];
  records: CsvRecord[];
};

/** Reasons why a file cannot be uploaded. */
export class UploadFailure extends Error {
  /** Error codes of the problems. */
  readonly problems: readonly ErrorCode[];
  constructor(...problems: ErrorCode[]) {
    super(problems.join(', '));
    this.problems = problems;
  }
}

const shownErrors = 5;

/** Only the line feed separates lines, so the last cell keeps a carriage return. */
const withoutReturn = (cells: readonly string[]) => [...cells.slice(0, -1), (cells.at(-1) ?? '').replace(/\r$/, '')];

/** Parses a file as the server does. Throws UploadFailure. */
export async function readUpload(file: File, limit: number): Promise<PickedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeCsv(bytes);
  if (text === undefined) throw new UploadFailure('csvEncoding');
  const separators = csvSeparators(text);
  const problems: ErrorCode[] = [];
  const records: CsvRecord[] = [];
  let line = 0;
  Papa.parse<string[]>(text, {
    ...separators,
    step: ({ data, errors }, parser) => {
      line++;
      problems.push(...errors.map(({ code }) => csvProblem(code)));
      if (data.some((cell) => cell.trim() !== '')) records.push({ line, cells: withoutReturn(data) });
      // the header counts as one record more
      if (records.length > limit + 1 || problems.length >= shownErrors) parser.abort();
    },
  });
  if (problems.length) throw new UploadFailure(...new Set(problems));
  const [header, ...rest] = records;
  if (!header || rest.length === 0) throw new UploadFailure('csvNoRecords');
  if (rest.length > limit) throw new UploadFailure('csvExceedsLimit');
  return {
    name: file.name,
    bytes,
    delimiter: separators.delimiter,
    header: header.cells.map((cell) => restore(cell).trim()),
    records: rest,
  };
}

/** Headers of the columns that an import ignores, since a file cannot change these facts. */
export const unreadColumns = ({ header }: PickedFile, definitions: readonly TagDefinition[]): string[] =>
  header.filter((name) => targetOfHeader(name, definitions) === ignoredColumn);

/** Positions of the columns that match neither a field nor a tag, unless they are empty. */
export const unknownColumns = ({ header, records }: PickedFile, definitions: readonly TagDefinition[]): number[] =>
  header.flatMap((name, i) => {
    const isEmpty = name === '' && records.every(({ cells }) => (cells[i] ?? '').trim() === '');
    return isEmpty || targetOfHeader(name, definitions) ? [] : [i];
  });

async function save(fileName: string, lines: string) {
  const sink = await openSink(fileName, false);
  await sink?.write(new TextEncoder().encode(lines));
  await sink?.close();
}

/** Saves a file with the headers alone. */
export const saveTemplate = (definitions: readonly TagDefinition[]): Promise<void> =>
  save('new-profiles.csv', csvLines([[...Object.values(importHeaders), ...definitions.map(({ label }) => label)]]));

/**
 * The picked file with the problems of each row in a column of its own. It is composed here, so that the server returns no
 * passwords. Its cells are unchanged, so that it can be corrected and uploaded: cells beyond the header stay beyond the new
 * column, where they are a problem as before.
 */
export function annotated(
  { header, records, delimiter }: PickedFile,
  title: string,
  issues: ReadonlyMap<number, string>,
): string {
  const rows = records.map(({ line, cells }) => [
    ...header.map((_, column) => cells[column] ?? ''),
    issues.get(line) ?? '',
    ...cells.slice(header.length),
  ]);
  return `${Papa.unparse([[...header, title], ...rows], { delimiter, newline: '\r\n' })}\r\n`;
}

export const saveAnnotated = (file: PickedFile, title: string, issues: ReadonlyMap<number, string>): Promise<void> =>
  save(file.name, annotated(file, title, issues));

/** Saves the problems alone, for a file that was picked on another page. */
export const saveIssues = (
  fileName: string,
  titles: readonly [row: string, issue: string],
  issues: ReadonlyMap<number, string>,
): Promise<void> => save(fileName, csvLines([titles, ...issues]));
