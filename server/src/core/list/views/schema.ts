// The metadata of a list: the columns of its views and its filters.
import type { TagDefinition } from '@keyward/contract/groups';
import { parseFilter } from '@keyward/contract/filter';
import type { FilterMeta, ViewColumn } from '@keyward/contract/list';
import { isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { tagDefinitions } from '#core/tags/queries.ts';
import type { Db } from '#db/tenant.ts';
import { type AnyList, type Column, isAssigned } from '#core/list/types.ts';
import type { BuiltInView } from './types.ts';

/** Maximum options sent with the schema; longer lists are searched on the server. */
const fewOptions = 50;

/** The tags that a list's columns and filters can name. */
export async function listTags(db: Db, { tags }: Pick<AnyList, 'tags'>): Promise<TagDefinition[]> {
  if (!tags) return [];
  return tagDefinitions(db, isAssigned(tags) ? { objectType: tags.object } : { isLocation: true });
}

/**
 * Every column that a view of the list can show: its own, and one per tag unless the list has its own location column.
 */
export const columnsOf = (
  list: Pick<AnyList, 'available' | 'tags'>,
  definitions: readonly TagDefinition[],
): ViewColumn[] => [
  ...list.available,
  ...definitions
    .filter((definition) => !definition.is_location || !isAssigned(list.tags))
    .map(({ id, label, type }): ViewColumn => ({
      header: label,
      accessorKey: `tags.${id}`,
      sortable: false,
      type: type === 0 ? 'text' : 'tags',
    })),
];

/** The columns of a built-in view, with the locations of the rows if the list has no column of its own for them. */
export function withLocations(
  list: Pick<AnyList, 'available' | 'tags'>,
  columns: readonly ViewColumn[],
  definitions: readonly TagDefinition[],
): ViewColumn[] {
  if (!list.tags || isAssigned(list.tags)) return [...columns];
  const { after } = list.tags;
  const locations = columnsOf({ available: [], tags: list.tags }, definitions);
  return columns.flatMap((column) => (column.accessorKey === after ? [column, ...locations] : column));
}

/**
 * The filters of a list, from its columns and the tenant's tags: the filter metadata of the specification (part 2,
 * section 3). Location options are limited to the actor's own.
 */
export function filterSchema(actor: Actor, list: AnyList, definitions: readonly TagDefinition[]): FilterMeta[] {
  return [
    ...Object.entries(list.columns).flatMap(([name, column]) => {
      if (!column.filter || column.unlisted || column.type === 'id') return [];
      return [columnMeta(list, name, column)];
    }),
    ...definitions.map((definition) => tagMeta(actor, definition)),
  ];
}

/** The same for one view: filters that the view fixes are disabled. */
export const schemaOf = (schema: readonly FilterMeta[], { query }: Pick<BuiltInView, 'query'>): FilterMeta[] =>
  schema.map((meta) => (isFixed(query.filter[meta.id]) ? { ...meta, disabled: true } : meta));

function isFixed(text: string | undefined): boolean {
  const filter = text === undefined ? undefined : parseFilter(text);
  return filter?.op === 'exists' || (filter?.op === 'in' && filter.values.length === 1 && !filter.not);
}

function columnMeta(list: AnyList, name: string, column: Column): FilterMeta {
  const available = list.available.find(({ accessorKey }) => accessorKey === name);
  const format = column.format ?? available?.format;
  const values = column.type === 'boolean' ? ['true', 'false'] : column.values;
  return {
    id: name,
    displayName: column.header ?? available?.header ?? name,
    filterType: filterType(column),
    ...(values ? { options: values.map((value) => ({ value, label: value })) } : {}),
    ...(format ? { format } : {}),
    nullable: !column.required,
    disabled: false,
  };
}

function filterType({ type, offers }: Column): FilterMeta['filterType'] {
  switch (type) {
    case 'boolean':
      return 'select';
    case 'enum':
      return 'multiSelect';
    case 'number':
      return 'number';
    case 'instant':
      return 'dateRange';
    default:
      return offers ? 'multiSelect' : 'text';
  }
}

/** The values of a tag that the caller may choose from. Specification, part 2, section 6. */
export const visibleValues = (actor: Pick<Actor, 'allData' | 'locations'>, { is_location, values }: TagDefinition) =>
  is_location ? values.filter(({ id }) => isVisible(actor, id)) : values;

function tagMeta(actor: Actor, definition: TagDefinition): FilterMeta {
  const { id, label, type, is_location: isLocation } = definition;
  const head = { id: `tags.${id}`, displayName: label };
  // unassigned rows are visible only with all-data access
  const nullable = !isLocation || isVisible(actor, null);
  if (type === 0) return { ...head, filterType: 'text', nullable, disabled: false };
  const values = visibleValues(actor, definition);
  const options = values.map(({ name }) => ({ value: name, label: name }));
  return {
    ...head,
    filterType: 'multiSelectTag',
    ...(options.length > fewOptions ? {} : { options }),
    nullable,
    disabled: options.length === 0,
  };
}
