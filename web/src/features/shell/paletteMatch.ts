import { fold } from '#lib/fold.ts';

/** Does each word that was typed occur in the text? Nothing typed: yes. */
export function matches(query: string, text: string): boolean {
  const whole = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
