// The verdict of a watch on the number of rows in its view, both for live changes and for a preview of past ones.
import type { WatchRule } from '@keyward/contract/watches';

/** The state between two judgements; instants in milliseconds. */
export type Memory = {
  /** It has raised an alarm, and is not back to normal. */
  open?: true;
  /** Its rows were present when it began: it has raised no alarm, and stays silent when they are gone. */
  silent?: true;
  /** The instant since which it has had rows. */
  since?: number;
  /** The instant since which it has been back to normal. */
  calm?: number;
};
export type Counting = Exclude<WatchRule, { when: 'appears' }>;
export type Verdict = { memory: Memory; says: 'fired' | 'cleared' | null };

/** Time in ms that it must be normal before it says so: a value swinging around a limit would otherwise speak each time. */
export const calmMs = 2 * 60_000;

/** Judges the number of rows at an instant. One alarm and one recovery an episode. */
export function judge(rule: Counting, memory: Memory, rows: number, at: number): Verdict {
  const holds = rule.when === 'count' ? rows > rule.above : rows > 0;
  if (!holds) {
    if (!memory.open) return { memory: {}, says: null };
    const calm = memory.calm ?? at;
    if (at - calm < calmMs) return { memory: { ...memory, calm }, says: null };
    return { memory: {}, says: memory.silent ? null : 'cleared' };
  }
  const { calm: _calm, ...rest } = memory;
  if (memory.open) return { memory: rest, says: null };
  const since = memory.since ?? at;
  const due = rule.when === 'count' || at - since >= rule.minutes * 60_000;
  return due ? { memory: { open: true, since }, says: 'fired' } : { memory: { since }, says: null };
}

/** The memory after the first judgement, which is silent. */
export function baseline(rule: Counting, rows: number, at: number): Memory {
  const { memory } = judge(rule, {}, rows, at);
  return memory.open ? { ...memory, silent: true } : memory;
}

/** A change of the number of rows at an instant. */
export type Step = { at: number; by: number };

/**
 * Number of alarms that the rule would have raised since `from`, on a view that had `rows` rows then: it is judged at each
 * change, and at the end of each time that it waits for.
 */
export function replay(
  rule: Counting,
  rows: number,
  steps: readonly Step[],
  { from, to }: { from: number; to: number },
): number {
  const waits = [0, calmMs, ...(rule.when === 'still' ? [rule.minutes * 60_000] : [])];
  const instants = new Set(
    [from, ...steps.map(({ at }) => at)]
      .flatMap((at) => waits.map((ms) => at + ms))
      .filter((at) => at > from && at <= to),
  );
  const changes = steps.toSorted((a, b) => a.at - b.at);
  let [memory, now, next, times] = [baseline(rule, rows, from), rows, 0, 0];
  for (const at of [...instants].toSorted((a, b) => a - b)) {
    for (; (changes[next]?.at ?? Infinity) <= at; next++) now += changes[next]?.by ?? 0;
    const verdict = judge(rule, memory, now, at);
    memory = verdict.memory;
    if (verdict.says === 'fired') times++;
  }
  return times;
}
