import { fold } from '@keyward/contract/characters';

/** Whether each word of the query occurs in the text; true for an empty query. */
export function matches(query: string, text: string): boolean {
  const whole = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
