import { defuse } from '@keyward/contract/csv';
import Papa from 'papaparse';
import { zonedDay } from '#lib/zoned.ts';

/** Lines of a CSV file, each ended by CRLF (RFC 4180). Texts are defused; numbers stay numbers. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defuse(cell) : cell))),
        { newline: '\r\n' },
      )}\r\n`;

/** `devices-OKMs-offline-2026-11-20`, without characters that a file system could refuse. */
export const csvFileName = (name: string, view: string, now: number, zone: string): string =>
  [name, view, zonedDay(now, zone)].join('-').replace(/[-\s\p{Cc}\\/:*?"<>|.]+/gu, '-');
