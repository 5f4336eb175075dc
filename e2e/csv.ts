// The download of a list, and the content of its file.
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

export const download = (page: Page): Locator => page.getByRole('button', { name: 'Download CSV' });

/** The file that a click on the button downloads. */
export async function fileOf(page: Page, name = 'Download CSV'): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The cells of a file, parsed by RFC 4180. */
export function cellsOf(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .slice(1, -2)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
    if (end === '') break;
  }
  return lines;
}
