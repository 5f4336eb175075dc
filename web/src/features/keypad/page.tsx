import { defaultLocale } from '@keyward/contract/locales';
import type { ReactNode } from 'react';
import { browserLocale, showLanguage } from '#lib/i18n.ts';
import { Keypad } from './Keypad.tsx';
import { keypadTexts } from './language.ts';

/** Prepares the keypad of the demo's simulated locks, in the browser's language. */
export async function prepareKeypad(): Promise<ReactNode> {
  await showLanguage(browserLocale() ?? defaultLocale, keypadTexts);
  return <Keypad />;
}
