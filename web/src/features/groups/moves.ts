import { groups } from '@keyward/contract/calls';
import { write } from '#lib/api.ts';

type Listed = { id: string };

/**
 * Saves the position `at` of a tag in the order of its kind. Each move is a submission of its own (decision 0042): after a lost
 * answer the stored order is shown, and the same move may be made again once another one has undone it.
 */
export const saveTagPlace = (wanted: readonly Listed[], at: number): Promise<unknown> =>
  write(groups.move, { params: { id: wanted[at]?.id ?? '' }, body: { before: wanted[at + 1]?.id ?? null } });

/** Saves the order of a tag's values in the same way, against the tag's version. Returns the new version. */
export async function saveValueOrder(id: string, wanted: readonly Listed[], version: number): Promise<number> {
  const values = wanted.map((value) => ({ id: value.id }));
  return (await write(groups.update, { params: { id }, body: { values }, ifMatch: version })).data.version;
}
