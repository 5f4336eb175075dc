import { afterEach, expect, test, vi } from 'vitest';
import { heldNow, holdPage, letGo } from './held.ts';

const page = new EventTarget();

vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));

afterEach(letGo);

/** Whether the browser asks before the page is left. */
function asks(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test('the browser asks only while something would be lost', () => {
  let dirty = false;
  expect(asks()).toBe(false);
  const close = holdPage('changes', () => dirty);
  expect([asks(), heldNow()]).toEqual([false, []]);
  dirty = true;
  expect([asks(), heldNow()]).toEqual([true, ['changes']]);
  close();
  expect([asks(), heldNow()]).toEqual([false, []]);
});

test('each kind that would be lost is named once', () => {
  const closes = [holdPage('changes'), holdPage('download'), holdPage('changes')];
  expect(heldNow()).toEqual(['changes', 'download']);
  closes[0]?.();
  expect(heldNow()).toEqual(['download', 'changes']);
});

test('discarded changes are not asked about, later ones are', () => {
  const close = holdPage('changes');
  letGo();
  expect([asks(), heldNow()]).toEqual([false, []]);
  holdPage('download');
  close();
  expect([asks(), heldNow()]).toEqual([true, ['download']]);
});
