// Selecting and deleting rows.
import type { Page } from '@playwright/test';
import { drawer } from './list.ts';

export const rowBox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
export const loadedBox = (page: Page) => page.getByRole('checkbox', { name: 'Select the loaded rows' });
export const bulk = (page: Page) => page.getByRole('group', { name: 'Actions for the selected rows' });
export const rowMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions ${name}`, exact: true });

/** Confirms the question with that title; for many rows the number has to be typed first. */
export async function confirmDelete(page: Page, question: string): Promise<void> {
  const [count = ''] = /\d+/.exec(question) ?? [];
  if (Number(count) >= 10)
    await drawer(page, question)
      .getByRole('textbox', { name: `Type ${count} to confirm` })
      .fill(count);
  await drawer(page, question).getByRole('button', { name: 'Delete', exact: true }).click();
}

/** Deletes the selected rows and confirms the question with that title. */
export async function deleteChosen(page: Page, question: string): Promise<void> {
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  await confirmDelete(page, question);
}

/** Deletes one row through its menu. */
export async function deleteByMenu(page: Page, name: string, question: string): Promise<void> {
  await rowMenu(page, name).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirmDelete(page, question);
}

/** Names with a unique common word to search for, in the list's order. */
export function batchNames(kind: string, count: number): { word: string; names: string[] } {
  const word = `${kind} ${Math.random().toString(36).slice(2, 10)}`;
  return { word, names: Array.from({ length: count }, (_, i) => `${word} no ${String(i + 1).padStart(3, '0')}`) };
}
