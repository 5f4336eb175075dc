import { reasonOf } from '@keyward/contract/refusals';
import { valueAt } from '#lib/values.ts';

type Refused = Parameters<typeof reasonOf>[0];
const isRefused = (row: object): row is Refused =>
  'event' in row && typeof row.event === 'string' && Array.isArray(valueAt(row, 'description.changes'));

/** The reason why the attempt in a row of the API was refused, as the list shows it: for files. */
export const refusalIn = (row: object): string | undefined => (isRefused(row) ? reasonOf(row) : undefined);
