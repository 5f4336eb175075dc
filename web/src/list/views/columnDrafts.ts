import { limits } from '@keyward/contract/limits';
import type { ViewColumn } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { stored } from '#lib/storage.ts';

/** The columns chosen for a view but not saved in it: name and width in px, in their order. */
type Draft = readonly (readonly [accessorKey: string, width?: number])[];
export type Drafts = Readonly<Record<string, Draft>>;

const key = (resource: ListResource) => `${resource}Columns`;

function isDraft(value: unknown): value is Draft {
  const isColumn = (one: unknown) =>
    Array.isArray(one) && typeof one[0] === 'string' && (one[1] === undefined || isWidth(one[1]));
  return Array.isArray(value) && value.length > 0 && value.every(isColumn);
}
const isWidth = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= limits.columnWidthMin && Number(value) <= limits.columnWidthMax;

/** Reads the drafts that are stored on this browser, by view. Never throws: invalid drafts are dropped. */
export function readDrafts(resource: ListResource): Drafts {
  try {
    const value: unknown = JSON.parse(stored.read(key(resource)) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, Draft] => isDraft(pair[1])));
  } catch {
    return {};
  }
}

/** The drafts with a new one for the view; undefined removes it. Stored on this browser as well. */
export function writeDraft(
  resource: ListResource,
  drafts: Drafts,
  view: string,
  columns: readonly ViewColumn[] | undefined,
): Drafts {
  const { [view]: _, ...others } = drafts;
  const draft = columns?.map(({ accessorKey, width }): Draft[number] =>
    width === undefined ? [accessorKey] : [accessorKey, width],
  );
  const next: Drafts = draft ? { ...others, [view]: draft } : others;
  if (Object.keys(next).length) stored.write(key(resource), JSON.stringify(next));
  else stored.remove(key(resource));
  return next;
}

/** The draft's columns that the list still has; undefined when there is none. */
export function draftColumns(draft: Draft | undefined, available: readonly ViewColumn[]): ViewColumn[] | undefined {
  const columns = (draft ?? []).flatMap(([accessorKey, width]) => {
    const column = available.find((c) => c.accessorKey === accessorKey);
    return column ? [{ ...column, ...(width === undefined ? {} : { width }) }] : [];
  });
  return columns.length ? columns : undefined;
}

/** Are these the same columns, in the same order and width? */
export const sameColumns = (a: readonly ViewColumn[], b: readonly ViewColumn[]): boolean =>
  a.length === b.length && a.every((c, i) => c.accessorKey === b[i]?.accessorKey && c.width === b[i]?.width);
