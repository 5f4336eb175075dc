import { z } from 'zod';
import { limits } from './limits.ts';
import { listQuery } from './list.ts';
import { id, text } from './text.ts';

/**
 * The body of a bulk action: rows by id, or all results of a list query with the count that the user saw, except `without`,
 * whose ids must be results too. `filterData` beside `ids` names the list they were chosen from and has no effect.
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

type Given = { give: unknown[]; take: unknown[] };
/** A change has to give or take at least one thing. */
export const givesSome = ({ give, take }: Given): boolean => give.length + take.length > 0;
export const nothingGiven = { error: 'required', path: ['give'] };

/** Names of a tag's values; `*` is every value of a group. */
const values = z.array(text(limits.tagValue)).max(limits.tagValues);
/** A change to the chosen rows: `give` is added to the values that each of them has, `take` is removed from them. */
export const tagChange = z
  .object({ kind: z.literal('tag'), tagId: id, give: values, take: values })
  .refine(givesSome, nothingGiven);
export type TagChange = z.output<typeof tagChange>;
