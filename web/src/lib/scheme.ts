import type { Appearance } from '@keyward/contract/settings';
import { stored } from './storage.ts';

// by name, since the contract's list of them would bring the schemas of every setting
const appearances: Record<Appearance, true> = { light: true, dark: true, auto: true };

/** Where the component library keeps the choice, and index.html reads it before the first paint. */
const key = 'mantine-color-scheme-value';
const isAppearance = (value: unknown): value is Appearance =>
  typeof value === 'string' && Object.hasOwn(appearances, value);

/** Shows the appearance of the person's setting, and keeps it on this browser for the next start. */
export function showScheme(value: unknown): void {
  if (!isAppearance(value) || stored.read(key) === value) return;
  stored.write(key, value);
  if (stored.read(key) !== value) return;
  // what the library hears when another tab has changed it
  dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
}
