import { defaultLocale } from '@keyward/contract/locales';
import { errorWords } from '#lib/errors.ts';
import { browserLocale, showLanguage } from '#lib/i18n.ts';
import { carried } from '#lib/storage.ts';

/** Says at the sign-in page what went wrong before it, in the browser's language. */
export async function carriedError(error: unknown): Promise<void> {
  await showLanguage(browserLocale() ?? defaultLocale, 'start');
  carried.put(errorWords(error));
}
