import { afterEach, expect, test, vi } from 'vitest';
import { copyPages, openConverter, patiently } from './pages.ts';

const encode = (text: string) => new TextEncoder().encode(text).buffer;
const decode = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) => new TextDecoder().decode(bytes);

/** Pages 'a', 'b' and 'c' of three rows each, each with the cursor to the next; a log of the calls in their order. */
function world(changes: { write?: () => Promise<void> } = {}) {
  const log: string[] = [];
  return {
    log,
    read: async ({ page, cursor = '' }: { page: string; cursor?: string }) => {
      log.push(`read ${page} ${cursor}`.trim());
      return encode('abc'.charAt(Number(page) - 1));
    },
    convert: (page: ArrayBuffer) => {
      const letter = decode(page);
      const next = letter === 'c' ? undefined : `after-${letter}`;
      return { head: Promise.resolve({ rows: 3, total: 9, pages: 3, next }), lines: Promise.resolve(page) };
    },
    write: async (lines: Uint8Array<ArrayBuffer>) => {
      await changes.write?.();
      log.push(`write ${decode(lines)}`);
    },
    onProgress: (rows: number, total: number) => log.push(`${rows} of ${total}`),
  };
}

test('pages are copied in order, each requested by its cursor while the one before is written', async () => {
  const all = world();
  expect(await copyPages(all)).toBe(9);
  expect(all.log).toEqual([
    'read 1',
    'read 2 after-a',
    'write a',
    '3 of 9',
    'read 3 after-b',
    'write b',
    '6 of 9',
    'write c',
    '9 of 9',
  ]);
});

test('a failure ends the copy: nothing more is read or written', async () => {
  const full = world({ write: () => Promise.reject(new Error('disk full')) });
  await expect(copyPages(full)).rejects.toThrow('disk full');
  expect(full.log).toEqual(['read 1', 'read 2 after-a']);
  const cut = world();
  const read = (page: { page: string }) => (page.page === '2' ? Promise.reject(new Error('cut')) : cut.read(page));
  await expect(copyPages({ ...cut, read })).rejects.toThrow('cut');
  expect(cut.log).toEqual(['read 1', 'write a', '3 of 9']);
});

test('a failure that may be temporary is retried three times', async () => {
  const waits: number[] = [];
  const pause = async (ms: number) => void waits.push(ms);
  const after = (failures: number) => {
    let count = 0;
    return async () => {
      if (count++ < failures) throw new Error('away');
      return count;
    };
  };
  const passing = ({ message }: Error) => message === 'away';
  expect(await patiently(after(3), passing, pause)).toBe(4);
  expect(waits).toEqual([500, 1500, 4000]);
  await expect(patiently(after(4), passing, pause)).rejects.toThrow('away');
  waits.length = 0;
  await expect(patiently(() => Promise.reject(new Error('refused')), passing, pause)).rejects.toThrow('refused');
  const cancelled = () => Promise.reject(new DOMException('cancelled', 'AbortError'));
  await expect(patiently(after(1), passing, cancelled)).rejects.toThrow('cancelled');
  expect(waits).toEqual([]);
});

/** A worker that never answers; `fail` dispatches the event of a worker that cannot be loaded. */
class DeadWorker extends EventTarget {
  static last: DeadWorker | undefined;
  readonly orders: unknown[] = [];
  constructor() {
    super();
    DeadWorker.last = this;
  }
  postMessage(order: unknown) {
    this.orders.push(order);
  }
  terminate() {}
  fail() {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'not loaded' }));
  }
}
afterEach(() => vi.unstubAllGlobals());

test.each(['before', 'after'])('a worker that fails %s it gets the first page fails the download', async (when) => {
  vi.stubGlobal('Worker', DeadWorker);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const { convert } = openConverter({ zone: 'UTC', words: { yes: '', no: '', all: '' }, columns: [] });
  const failing = () => DeadWorker.last?.fail();
  if (when === 'before') failing();
  // rejections that are not handled are reported after the microtasks
  await new Promise(setImmediate);
  const all = world();
  const copied = copyPages({
    ...all,
    convert: (page) => {
      const answer = convert(page);
      if (when === 'after') failing();
      return answer;
    },
  });
  await expect(copied).rejects.toThrow('not loaded');
  await expect(convert(encode('b')).head).rejects.toThrow('not loaded');
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  expect(all.log).toEqual(['read 1']);
  expect(DeadWorker.last?.orders).toHaveLength(when === 'before' ? 1 : 2);
});
