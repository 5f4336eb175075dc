import { fold } from '@keyward/contract/characters';
import {
  dependencyFaults,
  type DependencyFault,
  lacking,
  permissionCatalogue,
  type PermissionId,
  permissionIds,
  type Permissions,
  applyDependencies,
  levels,
  toggles,
  valueIn,
} from '@keyward/contract/permissions';

/** One row of the matrix. A `sub` row belongs to the area above it. */
export type Row = { id: PermissionId; sub: boolean };
/** Values of a cell: a level, a toggle or, for a CSV export, none, the data, or the data with PINs. */
const choices = ['NONE', 'READ', 'EDIT', 'FALSE', 'TRUE', 'DATA', 'PIN'] as const;
export type Choice = (typeof choices)[number];
export const isChoice = (value: unknown): value is Choice => choices.some((choice) => choice === value);

/** Draft of the edited column. */
export type Draft = { name: string; held: Permissions };

const main = (id: PermissionId): Row => ({ id, sub: false });
const sub = (id: PermissionId): Row => ({ id, sub: true });

export type Shown = { secureKey: boolean; allData: boolean };

export type MatrixRows<R = Row[]> = { areas: R; access: R; more: R };
/** Rows above and below the ACCESS header in the specification's order (part 1, section 2), and the rows beyond it. */
export function matrixRows({ secureKey, allData }: Shown): MatrixRows {
  return {
    areas: [
      main('DEVICES'),
      sub('OKM-USER'),
      sub('CAN-EXPORT-CSV-DEVICES'),
      ...(secureKey ? [sub('SECURE-KEYS')] : []),
      main('USERS'),
      sub('MOBILE-USER'),
      sub('CAN-EXPORT-CSV-USERS'),
      main('EVENT-STORE'),
      sub('CAN-EXPORT-CSV-ACTIVITY'),
    ],
    access: [
      sub('ACCESS-GROUP-TAGS'),
      sub('ASSIGN-ACCESS-GROUPS'),
      sub('ROLES'),
      sub('ASSIGN-ROLES'),
      ...(allData ? [sub('ALL-DATA-ACCESS')] : []),
    ],
    more: [sub('VIEW-DASHBOARD'), sub('SHARE-VIEWS')],
  };
}

const pin: PermissionId = 'CAN-EXPORT-PIN';
const isExport = (id: PermissionId): boolean => permissionCatalogue[id].name === 'CAN-EXPORT-CSV';
const hasPin = (id: PermissionId): boolean => id === 'CAN-EXPORT-CSV-USERS';

export function choicesOf(id: PermissionId): readonly Choice[] {
  if (isExport(id)) return hasPin(id) ? ['NONE', 'DATA', 'PIN'] : ['NONE', 'DATA'];
  return permissionCatalogue[id].type === 'multi' ? levels : toggles;
}

/** Value of a role's cell. */
export function choiceIn(held: Permissions, id: PermissionId): Choice {
  if (!isExport(id)) return valueIn(held, id);
  if (held[id] !== 'TRUE') return 'NONE';
  return hasPin(id) && held[pin] === 'TRUE' ? 'PIN' : 'DATA';
}

/** Permissions of a choice; an export with PINs consists of two. */
function valuesOf(id: PermissionId, choice: Choice): Permissions {
  if (choice === 'DATA' || choice === 'PIN' || (isExport(id) && choice === 'NONE')) {
    const csv = choice === 'NONE' ? 'FALSE' : 'TRUE';
    return { [id]: csv, ...(hasPin(id) ? { [pin]: choice === 'PIN' ? 'TRUE' : 'FALSE' } : {}) };
  }
  return { [id]: choice };
}

/** Rows that another choice changed, with the reasons. */
export type Notes = Partial<Record<PermissionId, DependencyFault>>;

/** Sets a cell, and notes the permissions that the dependency rules revoke as a result. */
export const withChoice = (held: Permissions, id: PermissionId, choice: Choice) =>
  consistent({ ...held, ...valuesOf(id, choice) });

/** Removes the permissions that violate the dependency rules, and notes them. */
export function consistent(wanted: Permissions): { held: Permissions; notes: Notes } {
  const notes: Notes = {};
  for (const { id: fallen, fault } of dependencyFaults(wanted)) {
    const row = fallen === pin ? 'CAN-EXPORT-CSV-USERS' : fallen;
    notes[row] ??= fault;
  }
  return { held: applyDependencies(wanted), notes };
}

/** Copies one cell from another role. */
export const withCellOf = (into: Permissions, from: Permissions, id: PermissionId): Permissions => ({
  ...into,
  ...valuesOf(id, choiceIn(from, id)),
});
/** Every cell of a role; an export with PINs is one cell. */
export const cells: readonly PermissionId[] = permissionIds.filter((id) => id !== pin);

/** Value of each cell of a column. */
export const choicesIn = (held: Permissions): Record<string, Choice> =>
  Object.fromEntries(cells.map((id) => [id, choiceIn(held, id)]));
/** Permissions with these cells set; unknown cells and values are ignored. */
export const withChoices = (held: Permissions, chosen: Readonly<Record<string, unknown>>): Permissions =>
  cells.reduce((now, id) => {
    const choice = chosen[id];
    return isChoice(choice) && choicesOf(id).includes(choice) ? { ...now, ...valuesOf(id, choice) } : now;
  }, held);

/** Reason why a cell cannot be turned on in this role: the missing dependency, if any. */
export const missingFor = (held: Permissions, id: PermissionId): DependencyFault | undefined =>
  dependencyFaults({ ...held, ...valuesOf(id, choicesOf(id)[1] ?? 'NONE') }).find((f) => f.id === id)?.fault;

/** Area that an export belongs to. */
export function areaOf(id: PermissionId): PermissionId {
  if (id === 'CAN-EXPORT-CSV-DEVICES') return 'DEVICES';
  return id === 'CAN-EXPORT-CSV-USERS' ? 'USERS' : 'EVENT-STORE';
}

/** Whether a profile with these permissions may choose this: it can give only permissions that it holds itself. */
export const mayChoose = (mine: Permissions, id: PermissionId, choice: Choice): boolean =>
  lacking(mine, valuesOf(id, choice)).length === 0;

/** Permissions of a role that have no row. */
export function beside(held: Permissions, rows: readonly Row[]): PermissionId[] {
  const shown = new Set([...rows.map(({ id }) => id), pin]);
  const none: Permissions = {};
  return permissionIds.filter((id) => !shown.has(id) && valueIn(held, id) !== valueIn(none, id));
}

/** Returns a free name: `base` itself, or the one with the first free number. At most `max` code points. */
export function freeName(base: (n: number) => string, taken: readonly string[], max: number): string {
  const used = new Set(taken.map(folded));
  for (let n = 1; ; n++) {
    const name = [...base(n)].slice(0, max).join('');
    if (!used.has(folded(name))) return name;
  }
}

/** Names are compared as on the server, regardless of width and case. */
export const folded = (name: string): string => fold(name.trim());
