import { limits } from '@keyward/contract/limits';
import type { ViewColumn } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { settings } from '@keyward/contract/account-calls';
import { passing } from '#lib/api.ts';
import { ApiError, call, request } from '#lib/call.ts';
import type { ListEndpoint } from '#lib/listApi.ts';
import type { PageParam } from '#list/pages.ts';
import { csvFileName } from './lines.ts';
import { copyPages, openConverter, patiently } from './pages.ts';
import { csvHeader } from './rows.ts';
import { runDownload } from './run.ts';
import { type CsvKinds, type CsvLabels, csvShape } from './shape.ts';
import { openSink, type Sink } from './sink.ts';

export type CsvRequest = {
  /** The list's name in file names, and the key of the download: 'devices'. */
  name: string;
  /** Names of the list and the view, in the language on screen. */
  title: string;
  view: string;
  resource: ListResource;
  list: ListEndpoint<{ id: string }>;
  query: Record<string, string>;
  columns: readonly ViewColumn[];
  labels: CsvLabels;
  kinds: CsvKinds;
  zone: string;
  /** The number of rows of the list. */
  total: number;
};

/** A file of more rows goes straight to disk, where the browser supports it. */
const largeRows = 4 * limits.exportPageSize;

/** Downloads a list as CSV and reports the outcome. Never rejects. Specification, part 2, sections 4, 7 and 8. */
export function downloadCsv(what: CsvRequest): Promise<void> {
  const { name, title, total } = what;
  const fileName = csvFileName(name, what.view, Date.now(), what.zone);
  return runDownload({ name, title, fileName, total }, (signal, show) => copy(what, fileName, signal, show));
}

/** Returns false when the file dialog was cancelled. */
async function copy(
  what: CsvRequest,
  fileName: string,
  signal: AbortSignal,
  onProgress: (rows: number, total: number) => void,
): Promise<boolean> {
  const shape = csvShape(what.resource, what.columns, what.labels, what.zone, what.kinds);
  // checked before the file dialog opens; the server checks again, with the rows at that time
  const limit = await downloadLimit(signal);
  if (limit !== -1 && what.total > limit) {
    throw new ApiError(400, 'csvDownloadRecordsLimitExceeded');
  }
  const sink = await openSink(`${fileName}.csv`, what.total > largeRows);
  if (!sink) return false;
  const converter = openConverter(shape);
  try {
    await write(sink, new TextEncoder().encode(csvHeader(shape)), signal);
    await copyPages({
      read: (page) => patiently(() => readPage(what, page, signal), passing, pauseUntil(signal)),
      convert: converter.convert,
      write: (lines) => write(sink, lines, signal),
      onProgress,
    });
    await sink.close();
    return true;
  } catch (error) {
    await sink.abort().catch(() => undefined);
    throw error;
  } finally {
    converter.close();
  }
}

async function write(sink: Sink, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await sink.write(bytes);
}

/** Reads the limit of rows; -1: no limit, or not known here. */
async function downloadLimit(signal: AbortSignal): Promise<number> {
  const limitReply = call(settings.tenantConfig, { params: { name: 'csvDownloadRecordsLimit' } }, { signal });
  const { data } = await limitReply.catch((error: unknown) => {
    if (signal.aborted) throw error;
    return { data: -1 };
  });
  return data;
}

async function readPage(what: CsvRequest, page: PageParam, signal: AbortSignal): Promise<ArrayBuffer> {
  const query = { ...what.query, ...page, results_per_page: String(limits.exportPageSize) };
  const response = await request(what.list, { query }, { signal });
  return response.arrayBuffer().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, 'noAnswer');
  });
}

const pauseUntil = (signal: AbortSignal) => (ms: number) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
