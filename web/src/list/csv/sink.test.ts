import { resolveObjectURL } from 'node:buffer';
import { afterEach, expect, test, vi } from 'vitest';
import { openSink } from './sink.ts';

const saved: { name: string; address: string }[] = [];
/** A browser whose file dialog ends as `pick` does, and which records its downloads. */
function browser(pick: () => Promise<FileSystemFileHandle>) {
  saved.length = 0;
  // the address of a saved file is revoked a minute later
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('window', { showSaveFilePicker: pick });
  vi.stubGlobal('document', {
    createElement: () => ({
      href: '',
      download: '',
      click() {
        saved.push({ name: this.download, address: this.href });
      },
    }),
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const refusing = (name: string) => () => Promise.reject(new DOMException('refused', name));
const bytes = (text: string) => new TextEncoder().encode(text);

test('a large file becomes a download if the browser opens no dialog, as happens seconds after the click', async () => {
  browser(refusing('SecurityError'));
  const sink = await openSink('devices.csv', true);
  await sink?.write(bytes('a,b'));
  expect(saved).toEqual([]);
  await sink?.close();
  expect(saved).toEqual([{ name: 'devices.csv', address: expect.stringMatching(/^blob:/) }]);
  const text = await resolveObjectURL(saved[0]?.address ?? '')?.arrayBuffer();
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(text)).toBe('\ufeffa,b');
});

test('a cancelled dialog leaves no file', async () => {
  browser(refusing('AbortError'));
  expect(await openSink('devices.csv', true)).toBeNull();
});

test('a large file is written to the file chosen in a dialog, a small one without a dialog', async () => {
  const written: string[] = [];
  const stream = {
    write: async (part: Uint8Array) => void written.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(part)),
    close: async () => void written.push('closed'),
  };
  const pick = vi.fn(async () => ({ createWritable: async () => stream }) as unknown as FileSystemFileHandle);
  browser(pick);
  const sink = await openSink('devices.csv', true);
  await sink?.write(bytes('a,b'));
  await sink?.close();
  expect(written).toEqual(['\ufeff', 'a,b', 'closed']);
  expect(saved).toEqual([]);
  await (await openSink('devices.csv', false))?.close();
  expect(pick).toHaveBeenCalledTimes(1);
  expect(saved).toHaveLength(1);
});
