import { textKey } from '#lib/textKey.ts';
import { manyZoned } from '#lib/zoned.ts';
import { tagsOf, textOf, valueAt } from '#lib/values.ts';
import { changesInWords, type ChangeWords } from '#parts/changes.ts';
import { exportedText, type ExportWords } from '#parts/exported.ts';
import { happeningIn } from '#parts/happened.ts';
import { refusalIn } from '#parts/refused.ts';
import { csvLines } from './lines.ts';

/** A column of the file. `labels`: the texts for its values; a value without one is written as it is. */
export type CsvColumn = {
  header: string;
  path: string;
  kind:
    | 'text'
    | 'number'
    | 'dateTime'
    | 'list'
    | 'role'
    | 'boolean'
    | 'exported'
    | 'changes'
    | 'happened'
    | 'refusal'
    | 'holder';
  labels?: Record<string, string>;
};

/** The content of a file, with texts in the language on screen. Plain data, so that it can be sent to a worker. */
export type CsvShape = {
  columns: CsvColumn[];
  /** IANA zone of the times. */
  zone: string;
  words: { yes: string; no: string; all: string };
  /** For columns of the kind `exported`: the name of an event's entity, which for a download is a list and its view. */
  exported?: ExportWords;
  /** For columns of the kind `changes`: one part of an event's changes, under `description.changes`. */
  changes?: ChangeWords;
  /** For columns of the kind `happened`: an event's type, more exact where its result and its changes say more. */
  happened?: Record<string, string>;
  /** For columns of the kind `holder`: the texts for a holder who is not visible to the reader, and for an unknown one. */
  holder?: { hidden: string; unknown: string };
};

type Role = { name: string; builtIn?: unknown };
const isRole = (value: unknown): value is Role =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
const rolesOf = (value: unknown): Role[] => (Array.isArray(value) ? value.filter(isRole) : []);

/** Separates values; the portal never allows it within a value. */
const between = '; ';

/** Returns a function that writes rows as lines of the file. */
export function csvWriter(shape: CsvShape): (rows: readonly object[]) => string {
  const cells = cellWriter(shape);
  return (rows) => csvLines(cells(rows));
}

/** Returns a function that writes each value of rows as text, or as a number. */
export function cellWriter({
  columns,
  zone,
  words,
  exported,
  changes,
  happened = {},
  holder,
}: CsvShape): (rows: readonly object[]) => (string | number)[][] {
  const time = manyZoned(zone);
  const kinds: Record<
    CsvColumn['kind'],
    (value: unknown, labels: ReadonlyMap<string, string>, row: object, path: string) => string | number
  > = {
    text: (value, labels) => {
      const text = textOf(value);
      return labels.get(text) ?? labels.get(textKey(text)) ?? text;
    },
    number: (value) => (typeof value === 'number' ? value : textOf(value)),
    dateTime: (value) => time(textOf(value)),
    list: (value) =>
      tagsOf(value)
        .map((tag) => (tag === '*' ? words.all : tag))
        .join(between),
    role: (value, labels) =>
      rolesOf(value)
        .map(({ name, builtIn }) => (builtIn ? labels.get(textKey(name)) : undefined) ?? name)
        .join(between),
    boolean: (value) => (value === true ? words.yes : words.no),
    exported: (value, _labels, row) => (exported && exportedText(row, exported)) ?? textOf(value),
    happened: (value, labels, row) => happened[happeningIn(row) ?? ''] ?? kinds.text(value, labels, row, ''),
    refusal: (value, labels) => kinds.text(value, labels, {}, ''),
    holder: (value) => textOf(value),
    changes: (_value, _labels, row, path) => (changes ? changedText(row, path, changes, time) : ''),
  };
  const known = columns.map((column) => ({ ...column, labels: new Map(Object.entries(column.labels ?? {})) }));
  return (rows) =>
    rows.map((row) =>
      known.map(({ path, kind, labels }) => {
        const value = kind === 'refusal' ? refusalIn(row) : valueAt(row, path);
        if (kind === 'holder' && value === null && valueAt(row, 'held_since'))
          return holder?.[valueAt(row, 'holder_unknown') === true ? 'unknown' : 'hidden'] ?? '';
        return value === null || value === undefined || value === '' ? '' : kinds[kind](value, labels, row, path);
      }),
    );
}

const nothing = '–';
/** One part of each change, in the order of the other parts; for a missing part, the dash of the event's details. */
function changedText(row: object, path: string, words: ChangeWords, time: (instant: string) => string): string {
  const part = path.split('.').at(-1);
  if (part !== 'attribute' && part !== 'oldValue' && part !== 'newValue') return '';
  const values = changesInWords(row, words, time).map((change) => change[part]);
  return values.some((value) => value !== null) ? values.map((value) => value ?? nothing).join(between) : '';
}

export const csvHeader = ({ columns }: CsvShape): string => csvLines([columns.map(({ header }) => header)]);
