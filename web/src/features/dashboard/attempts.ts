import type { Attempts } from '@keyward/contract/dashboard';
import { printFilter } from '@keyward/contract/filter';
import { rowsBetween } from './pictures.ts';

type Range = Pick<Attempts, 'from' | 'to'>;
const named = (name: string | null) => (name === null ? 'NOT_EXISTS' : printFilter({ op: 'in', values: [name] }));

/** The address of the refused attempts of a range: the search of the list of activity. */
export const attemptsIn = ({ from, to }: Range): Record<string, string> => ({
  ...rowsBetween(from, to),
  'filter.result': 'unauthorized',
});
export const attemptsAt = (range: Range, { tag, name }: Attempts['locations']['rows'][number]) => ({
  ...attemptsIn(range),
  ...(tag ? { [`filter.tags.${tag}`]: named(name) } : {}),
});
/** Someone without an id is found by the name that was reported. */
export const attemptsOf = (range: Range, { id, name }: Attempts['people']['rows'][number]): Record<string, string> => ({
  ...attemptsIn(range),
  ...(id ? { 'filter.agent_id': id } : {}),
  ...(id ? {} : { 'filter.description.agentName': named(name) }),
  ...(id || name === null ? {} : { 'filter.agent_id': 'NOT_EXISTS' }),
});
