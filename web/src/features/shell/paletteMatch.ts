/** Full-width letters and half-width kana are the letters they stand for; case does not matter. */
const plain = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Does each word that was typed occur in the text? Nothing typed: yes. */
export function matches(query: string, text: string): boolean {
  const whole = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
