import { saveFile } from '#lib/saveFile.ts';

/** The mark by which Japanese and Korean spreadsheets recognise UTF-8. */
const byteOrderMark = '\ufeff';

/** The destination of a file. A file that is not closed leaves nothing behind. */
export type Sink = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  close: () => Promise<void>;
  abort: () => Promise<void>;
};

type Picker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

/** Not every browser can write to disk, and the type Window lacks the method. */
const pickerOf = (page: Window & { showSaveFilePicker?: Picker }): Picker | undefined =>
  page.showSaveFilePicker?.bind(page);

/**
 * Opens the file: a large one on disk, where the browser supports it and the user agrees, so that it is never in memory
 * as a whole; else as a download. Null when the file dialog was cancelled. Call it right after a click: some seconds later
 * the browser opens no dialog any more, and the file is a download.
 */
export async function openSink(fileName: string, large: boolean): Promise<Sink | null> {
  const pick = large ? pickerOf(window) : undefined;
  const handle = await pick?.({
    suggestedName: fileName,
    types: [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }],
  }).catch((error: unknown) => (error instanceof DOMException && error.name === 'AbortError' ? null : undefined));
  if (handle === null) return null;
  const sink = handle ? await onDisk(handle) : amongDownloads(fileName);
  await sink.write(new TextEncoder().encode(byteOrderMark));
  return sink;
}

async function onDisk(handle: FileSystemFileHandle): Promise<Sink> {
  const stream = await handle.createWritable();
  return { write: (bytes) => stream.write(bytes), close: () => stream.close(), abort: () => stream.abort() };
}

/** Blobs, which the browser may move out of memory; a single long text would have to stay there. */
function amongDownloads(fileName: string): Sink {
  let parts: Blob[] = [];
  return {
    write: async (bytes) => void parts.push(new Blob([bytes])),
    close: async () => {
      saveFile(fileName, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
      parts = [];
    },
    abort: async () => {
      parts = [];
    },
  };
}
