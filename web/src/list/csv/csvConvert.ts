import type { CsvAnswer, CsvHead, CsvOrder } from './csv.worker.ts';
import type { CsvShape } from './csvRows.ts';

/** Pages of rows to lines of the file, beside the page, so that nothing on screen waits for it. */
export type Converter = {
  /** One page at a time. Both reject when the page cannot be read. */
  convert: (page: ArrayBuffer) => { head: Promise<CsvHead>; lines: Promise<ArrayBuffer> };
  close: () => void;
};

export function openConverter(shape: CsvShape): Converter {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
  const send = (order: CsvOrder, transfer: Transferable[] = []) => worker.postMessage(order, { transfer });
  let head = Promise.withResolvers<CsvHead>();
  let lines = Promise.withResolvers<ArrayBuffer>();
  const fail = (reason: string) => {
    head.reject(new Error(reason));
    lines.reject(new Error(reason));
  };
  worker.addEventListener('error', ({ message }) => fail(message));
  worker.addEventListener('message', ({ data }: MessageEvent<CsvAnswer>) => {
    if ('failed' in data) fail(data.failed);
    else if ('head' in data) head.resolve(data.head);
    else lines.resolve(data.lines);
  });
  send({ shape });
  return {
    convert(page) {
      head = Promise.withResolvers();
      lines = Promise.withResolvers();
      // whoever waits for the head hears of a failure there
      lines.promise.catch(() => undefined);
      send({ page }, [page]);
      return { head: head.promise, lines: lines.promise };
    },
    close: () => worker.terminate(),
  };
}
