import { z } from 'zod';
import { limits } from './limits.ts';
import { listQuery } from './list.ts';
import { id } from './text.ts';

/**
 * The body of a bulk action: the chosen rows by id, or all that a list query finds together with the number of them
 * that the person saw, except for those `without`: each of these must be one that the query finds. `filterData` beside `ids` says from which list they were chosen and decides nothing.
 * Specification, part 2, section 7 'Custom row actions'.
 */
export const chosenRows = z
  .object({
    ids: z.array(id).min(1, { error: 'required' }).max(limits.bulkRows, { error: 'tooMany' }).optional(),
    filterData: listQuery.optional(),
    count: z.int().min(0).optional(),
    without: z.array(id).max(limits.bulkRows, { error: 'tooMany' }).optional(),
  })
  .refine(({ ids, count }) => (ids === undefined) !== (count === undefined), { error: 'required', path: ['ids'] })
  .refine(({ without, count }) => without === undefined || count !== undefined, { error: 'required', path: ['count'] });
export type ChosenRows = z.output<typeof chosenRows>;
