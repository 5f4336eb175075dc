import { errorCode } from './start-error.ts';

/** Deadlock and serialization failure: the database has rolled the transaction back in favour of another one. */
const lostCodes = ['40P01', '40001'];

/**
 * Runs a transaction, and again up to `most` times while it loses against a concurrent one. `work` must have no effect outside
 * the transaction. Throws the error of the last try.
 */
export async function withRetries<T>(work: () => Promise<T>, most: number, tries = 0): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!lostCodes.includes(errorCode(error) ?? '') || tries >= most) throw error;
    return withRetries(work, most, tries + 1);
  }
}
