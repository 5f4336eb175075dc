/** The most rows of one statement: PostgreSQL accepts 65,535 parameters. */
const batchSize = 5000;
/** What each batch resolves with, one after the other. */
export async function inBatches<T, R>(
  rows: readonly T[],
  work: (batch: T[]) => Promise<R>,
  size = batchSize,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < rows.length; i += size) results.push(await work(rows.slice(i, i + size)));
  return results;
}
