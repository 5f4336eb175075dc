import { expect, test } from 'vitest';
import { gatherBytes, giveBack } from './bytes.ts';

test('appends texts of any length and alphabet as UTF-8', () => {
  const texts = ['', 'plain', 'é', '日本語'.repeat(50), '🔒', '\ud800', 'x'.repeat(5000), 'end'];
  for (const expected of [1, 16, 10_000]) {
    const gathered = gatherBytes(expected);
    for (const text of texts) gathered.add(text);
    expect(gathered.bytes().equals(Buffer.from(texts.join('')))).toBe(true);
  }
});

const filled = (text: string, size: number) => {
  const gathered = gatherBytes(size);
  gathered.add(text);
  return gathered.bytes();
};

test('memory is used again once its body was given back, and once only', () => {
  const first = filled('first', 100_000);
  const second = filled('second', 100_000);
  expect(second.buffer).not.toBe(first.buffer);
  giveBack(first);
  giveBack(first);
  const third = filled('third', 100_000);
  expect(third.buffer).toBe(first.buffer);
  expect(filled('fourth', 100_000).buffer).not.toBe(first.buffer);
  expect([second, third].map(String)).toEqual(['second', 'third']);
});

test('a body that grows keeps its text, and its former memory serves another one', () => {
  giveBack(filled('', 200_000));
  const gathered = gatherBytes(200_000);
  const small = filled('x', 1);
  gathered.add('a'.repeat(150_000));
  gathered.add('b'.repeat(150_000));
  const former = filled('c', 200_000);
  expect(String(gathered.bytes())).toBe('a'.repeat(150_000) + 'b'.repeat(150_000));
  expect(former.buffer).not.toBe(gathered.bytes().buffer);
  expect(String(small)).toBe('x');
});

test('only a gathered body is given back', () => {
  const other = Buffer.alloc(300_000);
  giveBack(other);
  giveBack(filled('part', 300_000).subarray(1));
  expect(filled('x', 300_000).buffer).not.toBe(other.buffer);
});

test('too small a buffer is not used', () => {
  giveBack(filled('x', 1000));
  expect(filled('y', 400_000).buffer.byteLength).toBe(400_000);
});
