// What a watch says of the number of rows that its view has: the same for what happens and for a preview of what did.
import type { WatchRule } from '@keyward/contract/watches';

/** What is remembered from one judgement to the next; instants in milliseconds. */
export type Memory = {
  /** It has spoken, and is not back to normal. */
  open?: true;
  /** Its rows were there when it began: it has not spoken, and says nothing when they are gone. */
  silent?: true;
  /** Since when it has had rows. */
  since?: number;
  /** Since when it is normal again. */
  calm?: number;
};
export type Counting = Exclude<WatchRule, { when: 'appears' }>;
export type Verdict = { memory: Memory; says: 'fired' | 'cleared' | null };

/** It must be normal for so long before it says so: a value that swings around a limit would otherwise speak each time. */
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

/** What is remembered of the first judgement, which is silent. */
export function baseline(rule: Counting, rows: number, at: number): Memory {
  const { memory } = judge(rule, {}, rows, at);
  return memory.open ? { ...memory, silent: true } : memory;
}

/** A change of the number of rows at an instant. */
export type Step = { at: number; by: number };

/**
 * How often the rule would have spoken since `from`, of a view that had `rows` rows then: it is judged at each change,
 * and when a time that it waits for is over.
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
