// Columns of lists whose rows are devices, or have one.
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import type { Column } from '#core/list/types.ts';

/** Type conditions are resolved against the few device types first. `column`: the id of the type. */
export const ofType = (column: string) =>
  ({
    lookup: {
      from: (own) => `device_type y where ${own('y')}`,
      id: 'y.id',
      columns: [column],
      sorts: ['name'],
    },
    required: true,
    exists: column,
  }) satisfies Partial<Column>;

/** The name of the type. */
export const typeName = (column: string) =>
  ({
    type: 'text',
    filter: 'y.name_fold',
    ...ofType(column),
    offers: { shown: 'y.name', folded: 'y.name_fold' },
    format: 'devices.types',
  }) satisfies Column;

/** The name of the location. `column`: the id of its value. */
export const locationName = (column: string) =>
  ({
    type: 'text',
    filter: 'v.name_fold',
    lookup: {
      from: (own) => `tag_value v join tag_definition f on ${own('f')} and f.id = v.tag_definition_id and f.is_location
          where ${own('v')}`,
      id: 'v.id',
      columns: [column],
      sorts: ['name'],
    },
    exists: column,
    offers: {
      shown: 'v.name',
      folded: 'v.name_fold',
      visible: (scope, params) => (scope?.length ? equalsOneOf('v.id', scope, 'uuid[]', params) : undefined),
    },
    // the filter offers the values of the location tag instead
    unlisted: true,
  }) satisfies Column;
