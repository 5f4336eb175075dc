import { z } from 'zod';
import { limits } from './limits.ts';
import { listQuery } from './list.ts';
import { id } from './text.ts';

/**
 * The body of a bulk action: rows by id, or all results of a list query with the count that the user
 * saw, except `without`, whose ids must be results too. `filterData` beside `ids` names the list they were chosen from and has no effect.
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
