import { limits } from '@keyward/contract/limits';
import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import type { Setting } from '@keyward/contract/settings';

/** A profile's arrangement of the views of a list, by their values. */
export type Arrangement = {
  /** Shown before the others. */
  pinned: readonly string[];
  order: readonly string[];
  /** Shown only in the menu of more views. */
  hidden: readonly string[];
};

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The stored arrangement of a list; a setting of another shape arranges nothing. */
export function arrangementIn(settings: readonly Setting[], resource: ListResource): Arrangement {
  const value = settings.find((one) => one.name === 'CustomView' && one.client_data === resource)?.value;
  const parts = typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map();
  return {
    pinned: textsIn(parts.get('pinned')),
    order: textsIn(parts.get('order')),
    hidden: textsIn(parts.get('hidden')),
  };
}

type View = Pick<CustomView, 'value'>;
export type Arranged<V extends View> = { shown: V[]; hidden: V[]; pinned: ReadonlySet<string> };

/**
 * The views in the order of a profile. Overview is always first (specification, part 2, section 3 'Custom view'), and
 * views that the arrangement does not name follow in their own order.
 */
export function arrange<V extends View>(views: readonly V[], { pinned, order, hidden }: Arrangement): Arranged<V> {
  const [first, ...rest] = views;
  const place = ({ value }: V) => {
    const at = order.indexOf(value);
    return (pinned.includes(value) ? 0 : 2 * order.length + 2) + (at < 0 ? order.length : at);
  };
  const ordered = rest.toSorted((a, b) => place(a) - place(b));
  const isHidden = ({ value }: V) => hidden.includes(value);
  const shown = ordered.filter((view) => !isHidden(view));
  return {
    shown: first ? [first, ...shown] : [],
    hidden: ordered.filter(isHidden),
    pinned: new Set(shown.flatMap(({ value }) => (pinned.includes(value) ? [value] : []))),
  };
}

const arrangementOf = <V extends View>({ shown, hidden, pinned }: Arranged<V>): Arrangement => {
  const values = (some: readonly V[]) => some.map(({ value }) => value).slice(0, limits.orderedViews);
  const [, ...others] = shown;
  return {
    pinned: values(others.filter(({ value }) => pinned.has(value))),
    order: values([...others, ...hidden]),
    hidden: values(hidden),
  };
};

/**
 * The arrangement with the shown view at `from` moved to `to`, and the place where it then is: pinned views stay before
 * the others, and Overview before all.
 */
export function moveView<V extends View>(arranged: Arranged<V>, from: number, to: number) {
  const { shown, pinned } = arranged;
  const [moved] = shown.slice(from);
  if (!moved || from === 0) return { arrangement: arrangementOf(arranged), place: from };
  const isPinned = pinned.has(moved.value);
  const [first, last] = isPinned ? [1, pinned.size] : [1 + pinned.size, shown.length - 1];
  const place = Math.min(Math.max(to, first), last);
  const rest = shown.filter((view) => view !== moved);
  const next = [...rest.slice(0, place), moved, ...rest.slice(place)];
  return { arrangement: arrangementOf({ ...arranged, shown: next }), place };
}

/** The same with a view pinned after the pinned ones, or moved back before the unpinned ones. */
export function pinView<V extends View>(arranged: Arranged<V>, value: string, isPinned: boolean): Arrangement {
  const { shown, pinned } = arranged;
  const view = shown.find((one) => one.value === value);
  if (!view || view === shown[0]) return arrangementOf(arranged);
  const next = new Set(pinned);
  if (isPinned) next.add(value);
  else next.delete(value);
  const rest = shown.filter((one) => one !== view);
  const border = 1 + rest.filter((one) => pinned.has(one.value)).length;
  return arrangementOf({ ...arranged, shown: [...rest.slice(0, border), view, ...rest.slice(border)], pinned: next });
}

/** The same with a view shown after the others, or hidden. */
export function showView<V extends View>(arranged: Arranged<V>, value: string, isShown: boolean): Arrangement {
  const { shown, hidden, pinned } = arranged;
  const view = [...shown.slice(1), ...hidden].find((one) => one.value === value);
  if (!view) return arrangementOf(arranged);
  const without = (some: readonly V[]) => some.filter((one) => one !== view);
  return arrangementOf({
    shown: isShown ? [...without(shown), view] : without(shown),
    hidden: isShown ? without(hidden) : [...without(hidden), view],
    pinned: new Set([...pinned].filter((one) => one !== value)),
  });
}

export const isArranged = ({ pinned, order, hidden }: Arrangement): boolean =>
  pinned.length + order.length + hidden.length > 0;
