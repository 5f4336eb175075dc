import type { Setting } from '@keyward/contract/settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Arrangement, arrange, arrangementIn, moveView, pinView, showView } from './arrangement.ts';

const viewsOf = (...values: string[]) => values.map((value) => ({ value }));
const views = viewsOf('Overview', 'Keys', 'Locks', 'OKMs', 'Offline');
const none: Arrangement = { pinned: [], order: [], hidden: [] };
const names = (arrangement: Arrangement, of = views) => {
  const { shown, hidden } = arrange(of, arrangement);
  return [shown, hidden].map((some) => some.map(({ value }) => value).join(' '));
};

test('without an arrangement the views keep their order', () => {
  expect(names(none)).toEqual(['Overview Keys Locks OKMs Offline', '']);
  expect(arrange([], none).shown).toEqual([]);
});

test('pinned views come first, then ordered ones, then those that the arrangement does not name', () => {
  const order = ['Offline', 'OKMs'];
  expect(names({ pinned: ['Locks'], order, hidden: ['Keys'] })).toEqual(['Overview Locks Offline OKMs', 'Keys']);
  expect(names({ ...none, order }, [...views, ...viewsOf('New')])[0]).toBe('Overview Offline OKMs Keys Locks New');
});

test('Overview stays first and shown, whatever is stored', () => {
  const stored = { pinned: ['Keys', 'Overview'], order: ['Keys', 'Overview'], hidden: ['Overview'] };
  expect(names(stored)).toEqual(['Overview Keys Locks OKMs Offline', '']);
});

test('a view moves within the pinned ones or within the others', () => {
  const pinned = { ...none, pinned: ['Locks', 'Keys'] };
  const move = (from: number, to: number) => {
    const { arrangement, place } = moveView(arrange(views, pinned), from, to);
    return [names(arrangement)[0], place];
  };
  expect(names(pinned)[0]).toBe('Overview Keys Locks OKMs Offline');
  expect(move(2, 1)).toEqual(['Overview Locks Keys OKMs Offline', 1]);
  expect(move(1, 4)).toEqual(['Overview Locks Keys OKMs Offline', 2]);
  expect(move(4, 0)).toEqual(['Overview Keys Locks Offline OKMs', 3]);
  expect(move(0, 3)).toEqual(['Overview Keys Locks OKMs Offline', 0]);
  expect(move(1, 0)).toEqual(['Overview Keys Locks OKMs Offline', 1]);
});

test('a view can be pinned, hidden and shown again', () => {
  const pinned = pinView(arrange(views, none), 'Offline', true);
  expect(names(pinned)).toEqual(['Overview Offline Keys Locks OKMs', '']);
  expect(names(pinView(arrange(views, pinned), 'Offline', false))).toEqual(['Overview Offline Keys Locks OKMs', '']);
  expect(pinView(arrange(views, pinned), 'Offline', false).pinned).toEqual([]);
  const hidden = showView(arrange(views, pinned), 'Offline', false);
  expect(names(hidden)).toEqual(['Overview Keys Locks OKMs', 'Offline']);
  expect(names(showView(arrange(views, hidden), 'Offline', true))[0]).toBe('Overview Keys Locks OKMs Offline');
  expect(names(showView(arrange(views, none), 'Overview', false))[1]).toBe('');
});

test('no change loses a view or moves Overview', () => {
  const values = fc.array(fc.constantFrom('Overview', 'Keys', 'Locks', 'OKMs', 'Offline', 'Gone'));
  const stored = fc.record({ pinned: values, order: values, hidden: values });
  const change = fc.tuple(fc.constantFrom('move', 'pin', 'show'), fc.nat(5), fc.nat(5), fc.boolean());
  fc.assert(
    fc.property(stored, fc.array(change), (first, changes) => {
      let arrangement: Arrangement = first;
      for (const [what, from, to, on] of changes) {
        const arranged = arrange(views, arrangement);
        const value = views[from]?.value ?? 'Gone';
        if (what === 'move') {
          const moved = moveView(arranged, from, to);
          arrangement = moved.arrangement;
          const at = arranged.shown[from];
          if (at) expect(arrange(views, arrangement).shown.indexOf(at)).toBe(moved.place);
        } else arrangement = what === 'pin' ? pinView(arranged, value, on) : showView(arranged, value, on);
        const { shown, hidden } = arrange(views, arrangement);
        expect(shown[0]?.value).toBe('Overview');
        expect(new Set([...shown, ...hidden])).toEqual(new Set(views));
        expect(shown.length + hidden.length).toBe(views.length);
      }
    }),
  );
});

test('a missing setting, or one of another shape or list, arranges nothing', () => {
  const of = (value: unknown, client_data: string | null = 'device'): Setting[] => [
    { id: null, user_id: null, name: 'CustomView', category: 'UI', client_data, value },
  ];
  expect(arrangementIn(of({ pinned: ['Keys'], hidden: 3, order: [1, 'Locks'] }), 'device')).toEqual({
    pinned: ['Keys'],
    order: ['Locks'],
    hidden: [],
  });
  for (const settings of [[], of({ pinned: ['Keys'] }, 'user'), of(null), of('x'), of({ view: 'Locks' })]) {
    expect(arrangementIn(settings, 'device')).toEqual(none);
  }
});
