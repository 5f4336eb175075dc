import { expect, test } from 'vitest';
import { isPrintKey } from './printKey.ts';

const bare = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  ['Ctrl+P', { key: 'p', ctrlKey: true }, true],
  ['Cmd+P', { key: 'p', metaKey: true }, true],
  ['Ctrl+P with Caps Lock', { key: 'P', ctrlKey: true }, true],
  ['Ctrl+Shift+P', { key: 'P', ctrlKey: true, shiftKey: true }, false],
  ['Ctrl+Alt+P', { key: 'p', ctrlKey: true, altKey: true }, false],
  ['P', { key: 'p' }, false],
  ['Ctrl+O', { key: 'o', ctrlKey: true }, false],
])('%s: would the browser print?', (_name, pressed, prints) => {
  expect(isPrintKey({ ...bare, ...pressed })).toBe(prints);
});
