import { inList } from '@keyward/contract/locales';
import { currentLocale } from './i18n.ts';

/** Joins names into a list, in the language on screen. */
export const namesInList = (names: readonly string[]): string => inList(currentLocale(), names);
