import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLayer } from '#ui/escape.ts';
import { typeAhead } from './typeAhead.ts';

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('HTMLElement', class extends EventTarget {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Presses a key on the page; returns whether the page itself acts on it. */
function press(key: string): boolean {
  const held = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false };
  return page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...held }));
}

/** A part that has not loaded yet, and its outcomes. */
function late() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outcomes: string[] = [];
  const ahead = typeAhead(promise, {
    onLoaded: (part) => outcomes.push(part),
    onFailed: () => outcomes.push('failed'),
    onGivenUp: () => outcomes.push('given up'),
  });
  return { ahead, outcomes, resolve, reject };
}
const settled = () => new Promise((done) => setImmediate(done));

test('keys do not reach the page until the late part takes them', async () => {
  const { ahead, outcomes, resolve } = late();
  for (const key of ['p', 'o', 'x', 'Backspace', 'd', 'Enter']) expect(press(key)).toBe(false);
  expect(press('Tab')).toBe(true);
  resolve('palette');
  await settled();
  expect(outcomes).toEqual(['palette']);
  // the palette is open, and handles its own keys
  page.dispatchEvent(new Event('pointerdown'));
  expect(outcomes).toEqual(['palette']);
  expect(ahead.take()).toEqual({ text: 'pod', entered: true });
  expect(press('p')).toBe(true);
  expect(press('Escape')).toBe(true);
  expect(outcomes).toEqual(['palette']);
});

test('Escape gives up: it closes nothing else, later keys go to the page, and a late part does not open', async () => {
  const { ahead, outcomes, resolve } = late();
  press('p');
  expect(press('Escape')).toBe(false);
  expect(outcomes).toEqual(['given up']);
  expect(press('p')).toBe(true);
  expect(press('Escape')).toBe(true);
  expect(ahead.take()).toEqual({ text: '', entered: false });
  resolve('palette');
  await settled();
  expect(outcomes).toEqual(['given up']);
});

test('Escape gives up first; only the next press closes the drawer below', () => {
  const closed: string[] = [];
  const end = openLayer('page', () => closed.push('drawer'));
  const { outcomes } = late();
  const isPassedOn = press('Escape');
  const closedFirst = [...closed];
  press('Escape');
  end();
  expect(isPassedOn).toBe(false);
  expect(outcomes).toEqual(['given up']);
  expect(closedFirst).toEqual([]);
  expect(closed).toEqual(['drawer']);
});

test('a pointer press gives up and reaches the page; a later failure is not reported', async () => {
  const { outcomes, reject } = late();
  expect(page.dispatchEvent(new Event('pointerdown', { cancelable: true }))).toBe(true);
  expect(press('p')).toBe(true);
  reject(new Error('no connection'));
  await settled();
  expect(outcomes).toEqual(['given up']);
});

test('a failure is reported once, and keys go to the page again', async () => {
  const { outcomes, reject } = late();
  reject(new Error('no connection'));
  await settled();
  expect(outcomes).toEqual(['failed']);
  expect(press('p')).toBe(true);
  expect(press('Escape')).toBe(true);
  expect(page.dispatchEvent(new Event('pointerdown'))).toBe(true);
  expect(outcomes).toEqual(['failed']);
});
