import type { ListPage } from '#lib/listApi.ts';
import { type CsvShape, csvWriter } from './rows.ts';

/** Messages to the worker: first the shape, then pages as they arrive. */
export type CsvOrder = { shape: CsvShape } | { page: ArrayBuffer };
/** A message from the worker for each page: its head with the cursor to the next page as soon as it is parsed, then its lines. */
export type CsvHead = { rows: number; total: number; pages: number; next: string | undefined };
export type CsvAnswer = { head: CsvHead } | { lines: ArrayBuffer } | { failed: string };

const bytes = new TextEncoder();
const text = new TextDecoder();
let write: ReturnType<typeof csvWriter> | undefined;

const say = (answer: CsvAnswer, transfer: Transferable[] = []) => self.postMessage(answer, { transfer });

self.addEventListener('message', ({ data }: MessageEvent<CsvOrder>) => {
  try {
    if ('shape' in data) {
      write = csvWriter(data.shape);
      return;
    }
    const reply: ListPage<object> = JSON.parse(text.decode(data.page));
    // allows the next page to be read while this one is written
    say({ head: { rows: reply.data.length, total: reply.total_results, pages: reply.total_pages, next: reply.next } });
    const lines = bytes.encode(write?.(reply.data) ?? '').buffer;
    say({ lines }, [lines]);
  } catch (error) {
    say({ failed: String(error) });
  }
});
