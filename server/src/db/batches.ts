/** Maximum rows of one statement: PostgreSQL accepts 65,535 parameters. */
const batchSize = 5000;
/** Runs `work` on one batch after the other; returns their results in order. */
export async function inBatches<T, R>(
  rows: readonly T[],
  work: (batch: T[]) => Promise<R>,
  size = batchSize,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < rows.length; i += size) results.push(await work(rows.slice(i, i + size)));
  return results;
}
