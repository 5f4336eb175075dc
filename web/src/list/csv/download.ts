import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '#lib/ending.ts';

/** A running download. It continues while other pages are on screen. */
export type CsvDownload = {
  /** 'Preparing Devices CSV...' */
  words: string;
  rows: number;
  /** Undefined until the first page has arrived. */
  total: number | undefined;
  cancel: () => void;
};

let downloads: Readonly<Record<string, CsvDownload | undefined>> = {};
const listeners = new Set<() => void>();

/** Sets the download of a list, by the list's name; undefined ends it. */
export function setDownload(name: string, download: CsvDownload | undefined): void {
  downloads = { ...downloads, [name]: download };
  for (const listener of listeners) listener();
}
export const downloadOf = (name: string): CsvDownload | undefined => downloads[name];

export function useDownload(name: string): CsvDownload | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => downloads[name],
  );
}

onSessionEnd(() => {
  for (const download of Object.values(downloads)) download?.cancel();
});
