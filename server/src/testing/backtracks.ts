// Limits the backtracking of a regular expression, counted by V8: a clock would depend on the machine's load.
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');
const limited = runInThisContext(
  '(source, flags, backtracks) => %NewRegExpWithBacktrackLimit(source, flags, backtracks)',
) as (source: string, flags: string, backtracks: number) => RegExp; // a function of V8's own tests

/** Whether there is a match that is found within so many backtracks. */
export const matchesWithin = (backtracks: number, { source, flags }: RegExp, text: string): boolean =>
  limited(source, flags, backtracks).test(text);
