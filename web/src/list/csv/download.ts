import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '#lib/ending.ts';

/** A download under way. It goes on while other pages are looked at. */
export type CsvDownload = {
  /** 'Preparing Devices CSV...' */
  words: string;
  rows: number;
  /** Undefined until the first page came. */
  total: number | undefined;
  cancel: () => void;
};

let downloads: Readonly<Record<string, CsvDownload | undefined>> = {};
const listeners = new Set<() => void>();

/** The download of a list, by the list's name; undefined ends it. */
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
