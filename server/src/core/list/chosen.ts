import type { ChosenRows } from '@keyward/contract/selection';

/** How many rows a bulk action chose: it is carried out for all of them or refused. */
export const countOf = ({ ids, count = 0, without = [] }: ChosenRows): number =>
  ids ? new Set(ids).size : count - new Set(without).size;
