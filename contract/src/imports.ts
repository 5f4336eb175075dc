// Import of profiles from files. Specification, part 2, section 2 'Upload dialog', section 5 'Profile CSV'.
import { z } from 'zod';
import { nameKey } from './characters.ts';
import { endpoint } from './endpoint.ts';
import { exportedColumn } from './export-headings.ts';
import type { TagDefinition } from './groups.ts';
import { importError } from './import-errors.ts';
import { limits } from './limits.ts';
import { can } from './permissions.ts';
import { cleanText, id, idParams, instant, text } from './text.ts';

/** Fields of a profile in a file, as the wire names them, and the headers of their columns. */
export const importHeaders = {
  name: 'name',
  email: 'email address',
  username: 'profile id',
  password: 'temporary password',
  roles: 'roles',
  /** As '2026-12-31 18:00', in the zone of the profile's location; an instant with its zone is taken as it is. */
  valid_from: 'valid from',
  valid_until: 'valid until',
} as const;
export type ImportField = keyof typeof importHeaders;
export const importFields = Object.keys(importHeaders) as ImportField[];
export const isImportField = (field: string): field is ImportField => Object.hasOwn(importHeaders, field);

/** The field of a header, regardless of case and width; an underscore counts as a space. */
function fieldOfHeader(header: string): ImportField | undefined {
  const name = nameKey(header).replaceAll('_', ' ');
  return importFields.find((field) => importHeaders[field] === name);
}

/** Target of a column that is not read. Other targets are a field, the id of a tag, and `groupsColumn`. */
export const ignoredColumn = 'ignore';
/** Target of a column with the values of all groups in one cell, as in the portal's download. */
export const groupsColumn = 'groups';

/** Target of a column by its header: the header of a field, the label of a tag, or a heading of the list's download. */
export function targetOfHeader(
  header: string,
  definitions: readonly Pick<TagDefinition, 'id' | 'label' | 'is_location'>[],
): string | undefined {
  const name = nameKey(header);
  const known = fieldOfHeader(header) ?? definitions.find(({ label }) => nameKey(label) === name)?.id;
  if (known) return known;
  const exported = exportedColumn(header);
  if (exported === 'location') return definitions.find((one) => one.is_location)?.id ?? ignoredColumn;
  return exported === 'unread' ? ignoredColumn : exported;
}

const cell = text(limits.importCell, 'tooLong');
const importUser = z.object({
  name: cell.optional(),
  email: cell.nullish(),
  username: cell.optional(),
  password: cell.nullish(),
  /** Names of roles, as in a cell ('A; B') or one by one. */
  roles: z.union([cell, z.array(cell).max(limits.filterValues)]).nullish(),
  valid_from: cell.nullish(),
  valid_until: cell.nullish(),
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
  /** Targets of the columns, in order, where the header does not give them: a field, a tag's id, `groups` or `ignore`. */
  columns: text(limits.importColumns * 40).optional(),
  /** The IANA zone of times written as in the list's download: the one in which the portal shows times. */
  timezone: cleanText(limits.viewName).optional(),
  name: text(limits.fileName).optional(),
});

/** Result of an import: the numbers of profiles by outcome. */
const imported = z.object({
  data: z.object({ id: z.string(), created: z.int(), updated: z.int(), unchanged: z.int() }),
});

const importDecisions = ['create', 'update', 'unchanged', 'error'] as const;
/** Outcomes of a row; null while there is none. */
const importOutcomes = ['created', 'updated', 'skipped', 'deleted', 'restored', 'kept', 'failed'] as const;
/** `checking`: passwords are being hashed; `ready`: a plan that can be applied. */
const importStates = ['checking', 'ready', 'applying', 'applied', 'reverting', 'reverted'] as const;
export type ImportState = (typeof importStates)[number];
/**
 * Reasons why reverting leaves a profile as it is: it was changed or used since the import, or there is nothing to restore,
 * as with a password.
 */
const keepReasons = ['gone', 'imported', 'edited', 'signedIn', 'usedAtOkm', 'holdsKey', 'nothingLeft'] as const;
/** Actions of reverting on a row: delete the added profile, restore the values, leave them, or fail. */
export const revertActions = ['delete', 'restore', 'keep', 'fail'] as const;
export type RevertAction = (typeof revertActions)[number];

const counts = z.partialRecord(z.enum([...importDecisions, ...importOutcomes, 'cleared']), z.int());
/** A file and its planned or actual effect. */
const profileImport = z.object({
  id,
  fileName: z.string(),
  state: z.enum(importStates),
  createdBy: z.string(),
  createdAt: instant,
  appliedAt: instant.nullable(),
  revertedAt: instant.nullable(),
  /** When the plan, or the record of the applied import, is deleted. */
  expiresAt: instant,
  options: z.object({ activate: z.boolean(), update: z.boolean(), clear: z.boolean() }),
  columns: z.array(z.object({ header: z.string(), target: z.string().nullable() })),
  rows: z.int(),
  /** Number of rows done in the present state. */
  done: z.int(),
  counts,
  /** Why it could not be applied or reverted: the code of an error with its parameters. */
  refusal: z
    .object({ reason: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() })
    .nullable(),
});
export type ProfileImport = z.infer<typeof profileImport>;

const importRow = z.object({
  line: z.int(),
  name: z.string(),
  username: z.string(),
  decision: z.enum(importDecisions),
  outcome: z.enum(importOutcomes).nullable(),
  errors: z.array(importError),
  /** Per cell; passwords are dots. */
  changes: z.array(
    z.object({ attribute: z.string(), oldValue: z.string().nullable(), newValue: z.string().nullable() }),
  ),
  /** The profile; null: none yet. */
  profileId: id.nullable(),
  /** Why reverting left it as it is; by whom and when it was changed, if recorded. */
  kept: z.object({ reason: z.enum(keepReasons), by: z.string().nullable(), at: instant.nullable() }).nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

const revertRow = importRow.omit({ decision: true, outcome: true }).extend({ action: z.enum(revertActions) });
export type RevertRow = z.infer<typeof revertRow>;

/** The line after which a page of rows starts. */
const after = text(9)
  .regex(/^\d{1,9}$/, { error: 'invalidNumber' })
  .optional();

const oneImport = z.object({ data: profileImport });

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
  plan: endpoint({
    method: 'POST',
    path: '/api/v1/users/imports',
    summary: 'Judge a CSV file line by line, without changing any profile. In-product administrators only.',
    needs: can.editUsers,
    query: importQuery,
    file: 'text/csv',
    bodyLimit: fileBytes,
    reply: oneImport,
    status: 201,
    repeatable: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/users/imports',
    summary: 'The latest imports, newest first: one’s own, and with all-data access those of others.',
    needs: can.editUsers,
    reply: z.object({ data: z.array(profileImport) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/users/imports/:id',
    summary: 'One import: how far it is, and its counts.',
    needs: can.editUsers,
    params: idParams,
    reply: oneImport,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/v1/users/imports/:id/rows',
    summary: 'The rows of an import by line; `next` continues.',
    needs: can.editUsers,
    params: idParams,
    query: z.object({ only: z.enum([...importDecisions, ...importOutcomes]).optional(), after }),
    reply: z.object({ data: z.array(importRow), next: z.int().nullable() }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/users/imports/:id/apply',
    summary: 'Apply a plan, once: all rows, or those without errors. Goes on in the background.',
    needs: can.editUsers,
    params: idParams,
    body: z.object({ rows: z.enum(['all', 'valid']) }),
    reply: oneImport,
    repeatable: true,
  }),
  revertPlan: endpoint({
    method: 'GET',
    path: '/api/v1/users/imports/:id/revert',
    summary: 'What reverting an applied import would do, row by row, as things are now; `next` continues.',
    needs: can.editUsers,
    params: idParams,
    query: z.object({ only: z.enum(revertActions).optional(), after }),
    reply: z.object({
      /** Number of rows with each action, in the whole import. */
      counts: z.record(z.enum(revertActions), z.int()),
      /** `changes` are those that reverting makes: their old values are the present ones. */
      data: z.array(revertRow),
      next: z.int().nullable(),
    }),
  }),
  revert: endpoint({
    method: 'POST',
    path: '/api/v1/users/imports/:id/revert',
    summary: 'Revert an applied import, once: profiles that changed since stay. Goes on in the background.',
    needs: can.editUsers,
    params: idParams,
    reply: oneImport,
    repeatable: true,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/v1/users/imports/:id',
    summary: 'Throw a plan away.',
    needs: can.editUsers,
    params: idParams,
    repeatable: true,
  }),
};
