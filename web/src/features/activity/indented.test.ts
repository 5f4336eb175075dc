import { expect, test } from 'vitest';
import { indented } from './indented.ts';

test('a JSON text has a line for each value', () => {
  expect(indented('{"event":"LOGIN","agent":{"name":"Ada\\nL."},"changes":[]}')).toBe(
    ['{', '  "event": "LOGIN",', '  "agent": {', '    "name": "Ada\\nL."', '  },', '  "changes": []', '}'].join('\n'),
  );
});

test.each(['', 'not JSON', '{"cut": "of', '<b>{}</b>'])('%j is shown as it is', (text) => {
  expect(indented(text)).toBe(text);
});

test('a long text is shown as it is', () => {
  const long = JSON.stringify(Array.from({ length: 200_000 }, () => 1));
  expect(indented(long)).toBe(long);
  expect(indented(JSON.stringify('x'.repeat(1_000_000)))).toHaveLength(1_000_002);
});

test('a text that is nested deeply is shown as it is', () => {
  for (const depth of [1000, 3000, 40_000]) {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    expect(indented(deep)).toBe(deep);
  }
});
