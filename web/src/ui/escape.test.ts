import { beforeEach, expect, test, vi } from 'vitest';
import { isTaken, type Layer, openLayer } from './escape.ts';

class Field extends EventTarget {
  dataset: Record<string, string> = {};
}

let page = new EventTarget();
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('HTMLElement', Field);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return () => vi.unstubAllGlobals();
});

const pressed = (key = 'Escape', more: object = {}) =>
  Object.assign(new Event('keydown'), { key, isComposing: false, ...more });
const press = (key?: string, more?: object) => page.dispatchEvent(pressed(key, more));

/** Records the names of the layers that Escape closed, in order; `open` returns a function that closes a layer otherwise. */
function closing() {
  const closed: string[] = [];
  const open = (name: string, layer: Layer = 'page') => {
    const close = openLayer(layer, () => {
      closed.push(name);
      close();
    });
    return close;
  };
  return { closed, open };
}

test('each Escape closes only the topmost layer', () => {
  const { closed, open } = closing();
  open('drawer');
  open('dialog');
  press();
  expect(closed).toEqual(['dialog']);
  press();
  expect(closed).toEqual(['dialog', 'drawer']);
  press();
  expect(closed).toHaveLength(2);
});

test('a higher layer closes first, whenever it opened', () => {
  const { closed, open } = closing();
  open('offline', 'offline');
  open('drawer');
  open('palette', 'palette');
  for (let i = 0; i < 3; i++) press();
  expect(closed).toEqual(['offline', 'palette', 'drawer']);
});

test('a layer that Escape does not close keeps the press from the layers below', () => {
  const { closed, open } = closing();
  open('drawer');
  const end = openLayer('top', () => undefined);
  press();
  expect(closed).toEqual([]);
  end();
  press();
  expect(closed).toEqual(['drawer']);
});

test('layers closed by other means are skipped', () => {
  const { closed, open } = closing();
  const drawer = open('drawer');
  const dialog = open('dialog');
  dialog();
  press();
  expect(closed).toEqual(['drawer']);
  drawer();
});

test('a key press aimed at an open layer is recognised even after it closed', () => {
  const { open } = closing();
  // a drawer beside its list is part of the page, and hears each press after the open layers
  const isTakenPress = () => {
    const event = pressed();
    page.dispatchEvent(event);
    return isTaken(event);
  };
  const end = openLayer('top', () => undefined);
  expect(isTakenPress()).toBe(true);
  end();
  open('dialog');
  expect(isTakenPress()).toBe(true);
  expect(isTakenPress()).toBe(false);
});

test('other keys, presses during text composition and presses that a field handles close nothing', () => {
  const { closed, open } = closing();
  const drawer = open('drawer');
  press('a');
  press('Escape', { isComposing: true });
  const field = new Field();
  field.dataset['mantineStopPropagation'] = 'true';
  field.addEventListener('keydown', (event) => {
    const up = Object.assign(new Event('keydown'), { key: 'Escape', isComposing: false });
    Object.defineProperty(up, 'target', { value: event.target });
    page.dispatchEvent(up);
  });
  field.dispatchEvent(new Event('keydown'));
  expect(closed).toEqual([]);
  delete field.dataset['mantineStopPropagation'];
  field.dispatchEvent(new Event('keydown'));
  expect(closed).toEqual(['drawer']);
  drawer();
});
