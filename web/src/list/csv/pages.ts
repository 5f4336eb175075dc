import { firstPage, type PageParam } from '#list/pages.ts';
import type { CsvShape } from './rows.ts';
import type { CsvAnswer, CsvHead, CsvOrder } from './worker.ts';

/** Converts pages of rows to lines of the file, in a worker, so that nothing on screen waits for it. */
export type Converter = {
  /** Converts one page at a time. Both promises reject when the page cannot be read. */
  convert: (page: ArrayBuffer) => { head: Promise<CsvHead>; lines: Promise<ArrayBuffer> };
  close: () => void;
};

export function openConverter(shape: CsvShape): Converter {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const send = (order: CsvOrder, transfer: Transferable[] = []) => worker.postMessage(order, { transfer });
  let page: ReturnType<typeof openPage> | undefined;
  // a worker that cannot be loaded reports it once, perhaps before the first page has arrived
  let failure: Error | undefined;
  const fail = (reason: string) => {
    failure = new Error(reason);
    page?.fail(failure);
  };
  worker.addEventListener('error', ({ message }) => fail(message));
  worker.addEventListener('message', ({ data }: MessageEvent<CsvAnswer>) => {
    if ('failed' in data) fail(data.failed);
    else if ('head' in data) page?.head.resolve(data.head);
    else page?.lines.resolve(data.lines);
  });
  send({ shape });
  return {
    convert(bytes) {
      page = openPage();
      if (failure) page.fail(failure);
      else send({ page: bytes }, [bytes]);
      return { head: page.head.promise, lines: page.lines.promise };
    },
    close: () => worker.terminate(),
  };
}

/** The worker's answer to one page. */
function openPage() {
  const head = Promise.withResolvers<CsvHead>();
  const lines = Promise.withResolvers<ArrayBuffer>();
  // a caller that awaits the head receives the failure there
  lines.promise.catch(() => undefined);
  const fail = (error: Error) => {
    head.reject(error);
    lines.reject(error);
  };
  return { head, lines, fail };
}

type Copy = {
  /** Reads one page of the list, unparsed. */
  read: (page: PageParam) => Promise<ArrayBuffer>;
  convert: Converter['convert'];
  write: (lines: Uint8Array<ArrayBuffer>) => Promise<void>;
  onProgress: (rows: number, total: number) => void;
};

/**
 * Copies a list page by page: while one is written, the next is being read, and no more than these two are in memory.
 * Resolves with the number of rows. Rejects with the error of the failed step.
 */
export async function copyPages({ read, convert, write, onProgress }: Copy): Promise<number> {
  let rows = 0;
  let coming: Promise<ArrayBuffer> | undefined = read(firstPage);
  for (let page = 2; coming; page++) {
    const { head, lines } = convert(await coming);
    const { rows: count, total, next } = await head;
    coming = next === undefined ? undefined : read({ page: String(page), cursor: next });
    // if writing fails first, no caller handles this rejection
    coming?.catch(() => undefined);
    await write(new Uint8Array(await lines));
    rows += count;
    onProgress(rows, total);
  }
  return rows;
}

/** Delays in ms before the retries of a failure that may be transient. */
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
