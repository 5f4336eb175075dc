import { expect, test } from 'vitest';
import { tracksWhile, widthAfter } from './resize.ts';

test('the edge follows the pointer: columns before it stay, columns after it share the rest', () => {
  const template = '36px minmax(150px, 2.4fr) minmax(172px, 1fr) 200px 48px';
  expect(tracksWhile(template, [36, 310.4, 240, 200, 48], 2, 300)).toEqual({
    template: '36px 310px 300px 200px 48px',
    min: 894,
  });
  expect(tracksWhile(template, [36, 310.4, 240, 200, 48], 1, 199.7)).toEqual({
    template: '36px 200px minmax(172px, 1fr) 200px 48px',
    min: 656,
  });
});

test('a column stays between its minimum and its maximum width', () => {
  expect(tracksWhile('minmax(150px, 1fr)', [400], 0, -20).template).toBe('60px');
  expect(widthAfter('ArrowLeft', 65, false)).toBe(60);
  expect(widthAfter('ArrowRight', 990, true)).toBe(1000);
});

test('arrows resize a column by 10 px, with Shift by 50; Home makes it narrowest, Enter fits it', () => {
  expect(widthAfter('ArrowRight', 100, false)).toBe(110);
  expect(widthAfter('ArrowLeft', 200, true)).toBe(150);
  expect(widthAfter('Home', 200, false)).toBe(60);
  expect(widthAfter('Enter', 200, false)).toBe('fit');
  expect(widthAfter('Tab', 200, false)).toBeUndefined();
});
