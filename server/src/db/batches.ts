/** The most rows of one statement: PostgreSQL accepts 65,535 parameters. */
const batchSize = 5000;
export async function inBatches<T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += batchSize) await insert(rows.slice(i, i + batchSize));
}
