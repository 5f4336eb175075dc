import type { Stage } from '@keyward/contract/propagation';
import { expect, test } from 'vitest';
import { pauseOf } from './propagationPause.ts';

const at = (...stages: Stage[]) => stages.map((stage) => ({ stage }));

test('a change is checked often while it is judged, seldom on its way, and not once it works everywhere', () => {
  expect(pauseOf({ pending: true, at: at('works') })).toBe(2_000);
  expect(pauseOf({ pending: false, at: at('works', 'saved') })).toBe(15_000);
  expect(pauseOf({ pending: false, at: at('delivered') })).toBe(15_000);
  expect(pauseOf({ pending: false, at: at('works', 'works') })).toBeUndefined();
  expect(pauseOf({ pending: false, at: [] })).toBeUndefined();
});
