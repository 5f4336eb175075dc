import { expect, test } from 'vitest';
import { gatherBytes } from './bytes.ts';

test('appends texts of any length and alphabet as UTF-8', () => {
  const texts = ['', 'plain', 'é', '日本語'.repeat(50), '🔒', '\ud800', 'x'.repeat(5000), 'end'];
  for (const expected of [1, 16, 10_000]) {
    const gathered = gatherBytes(expected);
    for (const text of texts) gathered.add(text);
    expect(gathered.bytes().equals(Buffer.from(texts.join('')))).toBe(true);
  }
});
