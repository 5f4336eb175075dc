import type { ImportRow as ShownRow } from '@keyward/contract/imports';
import type { EventChange } from '@keyward/contract/activity';
import type { ImportError } from '@keyward/contract/import-errors';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { contentByTag, noContent, sameContent, type TagRow } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';
import { roleIds } from './changes.ts';
import type { ImportRow } from './import-columns.ts';
import type { RowPassword, Verdict } from './import-verdict.ts';

export type Kept = NonNullable<ShownRow['kept']>;
/** A line of the file and the decision about it, in the form that is sealed. */
export type SealedRow = {
  /** The row without its password. */
  row: ImportRow;
  /** Stored until it is hashed. */
  password?: string;
  hashed?: RowPassword;
  name: string;
  username: string;
  errors: ImportError[];
  changes: EventChange[];
  /** Ids of the tags among the changes. Absent in rows stored before one column could have several groups’ values. */
  changedTags?: string[];
  /** The reason why reverting left the profile alone. */
  kept?: Kept;
  /** The stored profile that the decision is about, without its password. */
  before?: {
    id: string;
    version: number;
    passwordVersion: number;
    name: string;
    email: string | null;
    /** Absent in rows stored before imports had validity. */
    valid_from?: string | null;
    valid_until?: string | null;
    roles: string[];
    tags: TagRow[];
  };
};

const contextOf = (tenantId: string, importId: string, line: number | string) =>
  `profile import ${tenantId} ${importId} ${line}`;
/** The rows of imports: cells, changes and, for a while, passwords. */
export const importRows: SealedColumn = {
  table: 'profile_import_row',
  column: 'sealed',
  key: ['import_id', 'line'],
  context: (tenantId, { import_id: id = '', line = '' }) => contextOf(tenantId, id, line),
};

/** Key of a row. */
export type RowKey = { tenantId: string; importId: string; line: number };

export function openRow(vault: Vault, { tenantId, importId, line }: RowKey, sealed: Buffer): SealedRow {
  const plain = vault.open(sealed, contextOf(tenantId, importId, line));
  if (plain === undefined) throw new Error('the import cannot be decrypted: was the server’s key changed?');
  return JSON.parse(plain);
}
export const sealRow = (vault: Vault, { tenantId, importId, line }: RowKey, row: SealedRow): Buffer =>
  vault.seal(JSON.stringify(row), contextOf(tenantId, importId, line));

/** Changes of a verdict, as text and by the ids of their tags, whose labels may change before it is reverted. */
export function changesOf({ changes, tags, before }: Verdict): Required<Pick<SealedRow, 'changes' | 'changedTags'>> {
  const stored = contentByTag(before?.tags ?? []);
  const changed = tags.filter(
    ({ definition, content }) => !sameContent(stored.get(definition.id) ?? noContent, content),
  );
  return { changes, changedTags: changed.map(({ definition }) => definition.id) };
}

/** The part of a verdict that is stored. The password is included as text only while it waits to be hashed. */
export function toSealed(row: ImportRow, verdict: Verdict, hashed: RowPassword | undefined): SealedRow {
  const { password, ...values } = row.values;
  const { before } = verdict;
  return {
    // stores whether the file has the column, but not the password
    row: { ...row, values: password === undefined ? values : { ...values, password: '' } },
    ...(verdict.toHash && password !== undefined ? { password } : {}),
    ...(hashed ? { hashed } : {}),
    name: verdict.name,
    username: verdict.username,
    errors: verdict.errors,
    ...changesOf(verdict),
    ...(before
      ? {
          before: {
            id: before.id,
            version: before.version,
            passwordVersion: before.password_version,
            name: before.name,
            email: before.email,
            valid_from: before.valid_from,
            valid_until: before.valid_until,
            roles: roleIds(before.roles),
            tags: before.tags,
          },
        }
      : {}),
  };
}

/** Seals a verdict without a hashed password. */
export const sealVerdict = (db: Db, vault: Vault, importId: string, row: ImportRow, verdict: Verdict): Buffer =>
  sealRow(vault, { tenantId: db.tenantId, importId, line: verdict.line }, toSealed(row, verdict, undefined));
