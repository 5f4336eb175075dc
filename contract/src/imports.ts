// Profiles from files. Specification, part 2, section 2 'Upload dialog', section 5 'Profile CSV'.
import { z } from 'zod';
import { fold } from './characters.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { can } from './permissions.ts';
import { text } from './text.ts';

/** The fields of a profile that a file has, as the wire names them, and the headers of their columns. */
export const importHeaders = {
  name: 'name',
  email: 'email address',
  username: 'profile id',
  password: 'temporary password',
  roles: 'roles',
} as const;
export type ImportField = keyof typeof importHeaders;
export const importFields = Object.keys(importHeaders) as ImportField[];
export const isImportField = (field: string): field is ImportField => Object.hasOwn(importHeaders, field);

/** The field of a header, whatever its case and width. */
export const fieldOfHeader = (header: string): ImportField | undefined =>
  importFields.find((field) => importHeaders[field] === fold(header).trim());

/** What a column of the file is: a field, the tag with this id, or ignored. */
export const ignoredColumn = 'ignore';

const cell = text(limits.importCell, 'tooLong');
const importUser = z.object({
  name: cell.optional(),
  email: cell.nullish(),
  username: cell.optional(),
  password: cell.nullish(),
  /** Names of roles, as in a cell ('A; B') or one by one. */
  roles: z.union([cell, z.array(cell).max(limits.filterValues)]).nullish(),
  /** Tags, groups and the location, by their labels. */
  extras: z.record(text(limits.textTag), cell).optional(),
});

const flag = z.enum(['true', 'false']).optional();
const importQuery = z.object({
  /** Switches the new profiles on. */
  activate: flag,
  /** Changes profiles that exist already, found by profile ID. */
  update: flag,
  /** An empty cell clears the value. */
  clear: flag,
  /** What the columns are, in their order, where the header does not say so: a field, the id of a tag, or `ignore`. */
  columns: text(limits.importColumns * 40).optional(),
  name: text(limits.fileName).optional(),
});

/** What an import did. */
const imported = z.object({
  data: z.object({ id: z.string(), created: z.int(), updated: z.int(), unchanged: z.int() }),
});

/** Bytes of a file, and of the same rows as JSON. Specification, part 2, section 9. */
const fileBytes = 5 * 1024 * 1024;

export const imports = {
  bulk: endpoint({
    method: 'POST',
    path: '/api/v1/users/bulk',
    summary: 'Add profiles, all or none: 422 names each problem by line and field. In-product administrators only.',
    needs: can.editUsers,
    body: z.object({ activate: z.boolean().default(false), users: z.array(importUser).min(1, { error: 'required' }) }),
    bodyLimit: fileBytes,
    bodyKeys: 1_000_000,
    reply: imported,
    status: 201,
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/v1/users/import',
    summary: 'Add and change profiles from a CSV file, all or none. In-product administrators only.',
    needs: can.editUsers,
    query: importQuery,
    file: 'text/csv',
    bodyLimit: fileBytes,
    reply: imported,
    status: 201,
  }),
};
