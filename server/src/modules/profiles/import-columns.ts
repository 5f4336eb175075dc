import { fits, nameKey } from '@keyward/contract/characters';
import { restore } from '@keyward/contract/csv';
import type { TagDefinition } from '@keyward/contract/groups';
import type { ImportError } from '@keyward/contract/import-errors';
import {
  groupsColumn,
  ignoredColumn,
  type ImportField,
  importHeaders,
  isImportField,
  targetOfHeader,
} from '@keyward/contract/imports';
import { PortalError } from '#core/errors.ts';
import type { CsvTable } from './import-csv.ts';
import { withZoneOf } from './import-times.ts';

/** A column of the file. `target` is a field, the id of a tag, all groups, or ignored; null if unknown. */
export type ImportColumn = { header: string; target: string | null };

/** One line of the file, by the targets of its columns. Cells are text, as in the file. */
export type ImportRow = {
  line: number;
  values: Partial<Record<ImportField, string>>;
  tags: { id: string; cell: string }[];
  /** The values of all groups, if the file has them in one column. */
  groups?: string;
  /** Errors of the line itself. */
  errors: ImportError[];
};

function tagOfHeader(header: string, definitions: readonly TagDefinition[]) {
  const name = nameKey(header);
  return definitions.find(({ label }) => nameKey(label) === name)?.id;
}

/** Number of characters of a header that are stored and shown. */
const shownHeader = 200;
function nameOf(cell: string): string {
  const name = restore(cell).trim();
  return fits(name, shownHeader)
    ? name
    : `${Array.from(name.slice(0, 2 * shownHeader))
        .slice(0, shownHeader)
        .join('')}…`;
}

/** The targets of the columns: by `chosen`, a target for each position, else by their headers. Throws invalidField. */
export function columnsOf(
  { header, records }: CsvTable,
  definitions: readonly TagDefinition[],
  chosen: string | undefined,
): ImportColumn[] {
  const targets = chosen?.split(',') ?? [];
  return header.cells.map((cell, i) => {
    const name = nameOf(cell);
    const target = targets[i]?.trim();
    if (target) {
      const known =
        [ignoredColumn, groupsColumn].includes(target) ||
        isImportField(target) ||
        definitions.some(({ id }) => id === target);
      if (!known)
        throw new PortalError('invalidField', { field: 'columns', params: { field: 'columns', reason: 'invalid' } });
      return { header: name, target };
    }
    const isEmpty = name === '' && records.every(({ cells }) => (cells[i] ?? '').trim() === '');
    return {
      header: name,
      target: isEmpty ? ignoredColumn : (targetOfHeader(name, definitions) ?? null),
    };
  });
}

/** Errors of the header: unknown, duplicate and missing columns. */
export function headerErrors(columns: readonly ImportColumn[], { update }: { update: boolean }): ImportError[] {
  const seen = new Set<string>();
  const errors: ImportError[] = [];
  for (const { header, target } of columns) {
    if (target === null) errors.push({ field: header, message: `unknownColumn:${header}` });
    else if (target !== ignoredColumn && seen.has(target)) {
      errors.push({ field: header, message: `duplicateColumn:${header}` });
    } else seen.add(target);
  }
  const needed: ImportField[] = update ? ['username'] : ['username', 'name'];
  for (const field of needed.filter((one) => !seen.has(one))) {
    errors.push({ field, message: `missingColumn:${importHeaders[field]}` });
  }
  return errors;
}

/** The lines of the file by field and tag. `zone` is that of times in the format of the portal's download. */
export const rowsOf = ({ records }: CsvTable, columns: readonly ImportColumn[], zone: string): ImportRow[] =>
  records.map(({ line, cells }) => {
    const row: ImportRow = { line, values: {}, tags: [], errors: [] };
    for (const [i, { target }] of columns.entries()) {
      if (target === null || target === ignoredColumn) continue;
      const cell = cells[i] ?? '';
      // a password may look like a formula and is never exported
      if (target === 'password') row.values.password = cell;
      else if (target === 'valid_from' || target === 'valid_until')
        row.values[target] = withZoneOf(restore(cell), zone);
      else if (isImportField(target)) row.values[target] = restore(cell);
      else if (target === groupsColumn) row.groups = restore(cell);
      else row.tags.push({ id: target, cell: restore(cell) });
    }
    const surplus = cells.slice(columns.length).find((cell) => cell.trim() !== '');
    if (surplus !== undefined) row.errors.push({ field: '', message: `tooManyCells:${surplus.slice(0, 100)}` });
    return row;
  });

type BulkUser = {
  name?: string | undefined;
  email?: string | null | undefined;
  username?: string | undefined;
  password?: string | null | undefined;
  roles?: string | string[] | null | undefined;
  valid_from?: string | null | undefined;
  valid_until?: string | null | undefined;
  extras?: Record<string, string> | undefined;
};

/** The same from JSON; lines are counted as in a file, whose header is line 1. */
export const rowsOfUsers = (users: readonly BulkUser[], definitions: readonly TagDefinition[]): ImportRow[] =>
  users.map(({ name = '', email, username = '', password, roles, valid_from, valid_until, extras = {} }, i) => {
    const row: ImportRow = {
      line: i + 2,
      values: {
        name,
        username,
        email: email ?? '',
        password: password ?? '',
        roles: Array.isArray(roles) ? roles.join(';') : (roles ?? ''),
        valid_from: valid_from ?? '',
        valid_until: valid_until ?? '',
      },
      tags: [],
      errors: [],
    };
    for (const [label, cell] of Object.entries(extras)) {
      const id = tagOfHeader(label, definitions);
      if (id === undefined) row.errors.push({ field: label, message: `unknownColumn:${label}` });
      else if (row.tags.some((tag) => tag.id === id))
        row.errors.push({ field: label, message: `duplicateColumn:${label}` });
      else row.tags.push({ id, cell });
    }
    return row;
  });
