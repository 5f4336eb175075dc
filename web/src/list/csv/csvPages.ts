import type { Converter } from './csvConvert.ts';
import { firstPage, type PageParam } from '#list/pages.ts';

type Copy = {
  /** One page of the list, as it came. */
  read: (page: PageParam) => Promise<ArrayBuffer>;
  convert: Converter['convert'];
  write: (lines: Uint8Array<ArrayBuffer>) => Promise<void>;
  onProgress: (rows: number, total: number) => void;
};

/**
 * Copies a list page by page: while one is written, the next is on its way, and no more than these two are held.
 * Resolves with the number of rows. Rejects with what one of the steps rejects with.
 */
export async function copyPages({ read, convert, write, onProgress }: Copy): Promise<number> {
  let rows = 0;
  let coming: Promise<ArrayBuffer> | undefined = read(firstPage);
  for (let page = 2; coming; page++) {
    const { head, lines } = convert(await coming);
    const { rows: count, total, next } = await head;
    coming = next === undefined ? undefined : read({ page: String(page), cursor: next });
    // if writing fails first, nobody is left to hear of this one
    coming?.catch(() => undefined);
    await write(new Uint8Array(await lines));
    rows += count;
    onProgress(rows, total);
  }
  return rows;
}

/** Tries again what may only have been passing, after these waits in ms. */
const waits = [500, 1500, 4000];

export async function patiently<T>(
  work: () => Promise<T>,
  passing: (error: Error) => boolean,
  pause: (ms: number) => Promise<void>,
): Promise<T> {
  for (const wait of waits) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !passing(error)) throw error;
      await pause(wait);
    }
  }
  return work();
}
