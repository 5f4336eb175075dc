import type { Appearance } from '@keyward/contract/settings';
import { stored } from './storage.ts';

// listed by name, since the contract's list would load the schemas of every setting
const appearances: Record<Appearance, true> = { light: true, dark: true, auto: true };

/** Mantine's storage key for the choice, which index.html reads before the first paint. */
const key = 'mantine-color-scheme-value';
const isAppearance = (value: unknown): value is Appearance =>
  typeof value === 'string' && Object.hasOwn(appearances, value);

/** Applies the appearance setting, and stores it on this browser for the next start. */
export function showScheme(value: unknown): void {
  if (!isAppearance(value) || stored.read(key) === value) return;
  stored.write(key, value);
  if (stored.read(key) !== value) return;
  // the event that Mantine receives when another tab has changed the choice
  dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
}
