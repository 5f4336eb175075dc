import { fold } from '@keyward/contract/characters';

/** Does the name contain this text, ignoring width and case? Every name contains an empty text. */
export const hasText = (name: string, text: string): boolean => fold(name).includes(fold(text.trim()));
