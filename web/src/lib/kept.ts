import { useSyncExternalStore } from 'react';
import { holdPage } from './held.ts';
import { namesInList } from './namesInList.ts';
import { isSecretField } from './sanitise.ts';

/** The changes in a form that was open when the session ended. Kept only in this page's memory. */
export type Kept = {
  /** The form's title on screen. */
  title: string;
  /** The changed fields, without secrets. */
  changes: Readonly<Record<string, unknown>>;
  /** A secret was typed as well, which is not kept. */
  withSecrets: boolean;
};
type Source = () => Omit<Kept, 'withSecrets'> | null;

const sources = new Map<string, Source>();
let kept: ReadonlyMap<string, Kept> = new Map();
let owner: string | undefined;
const listeners = new Set<() => void>();
function announce(): void {
  for (const listener of listeners) listener();
}
let release: (() => void) | undefined;
function set(next: ReadonlyMap<string, Kept>): void {
  kept = next;
  // until each is restored or dropped, they would be lost with the page, on the sign-in page as in the portal
  release?.();
  release = kept.size > 0 ? holdPage('changes') : undefined;
  announce();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `now` that differ from `before`, at any depth of plain objects; null when none does. */
export function changedFields(before: Fields, now: Fields): Fields | null {
  const changed = Object.entries(now).flatMap(([name, value]): [string, unknown][] => {
    const was = before[name];
    if (isPlain(was) && isPlain(value)) {
      const parts = changedFields(was, value);
      return parts ? [[name, parts]] : [];
    }
    return JSON.stringify(was) === JSON.stringify(value) ? [] : [[name, value]];
  });
  return changed.length ? Object.fromEntries(changed) : null;
}

/** `values` with the changes applied. */
export function withChanges<V>(values: V, changes: unknown): V {
  if (!isPlain(values) || !isPlain(changes)) return changes as V;
  const changed = Object.entries(changes).map(([name, value]) => [name, withChanges(values[name], value)]);
  return { ...values, ...Object.fromEntries(changed) };
}

/** The changes without fields that hold a password or a token, at any depth. */
function withoutSecrets(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes)
      .filter(([name]) => !isSecretField(name))
      .map(([name, value]) => [name, isPlain(value) ? withoutSecrets(value) : value]),
  );
}

/** Registers an open form, whose `source` returns its changes. Returns a function that unregisters it. */
export function watchForm(key: string, source: Source): () => void {
  sources.set(key, source);
  announce();
  return () => {
    if (sources.get(key) === source) sources.delete(key);
    announce();
  };
}

/** Keeps the changes in the open forms for this profile when the session ends. */
export function keepForms(person: string | undefined): void {
  const before = owner === person ? [...kept] : [];
  const now = [...sources].flatMap(([key, source]): [string, Kept][] => {
    const form = source();
    if (!form) return [];
    const changes = withoutSecrets(form.changes);
    const withSecrets = JSON.stringify(changes) !== JSON.stringify(form.changes);
    return Object.keys(changes).length ? [[key, { title: form.title, changes, withSecrets }]] : [];
  });
  owner = person;
  set(new Map(person === undefined ? [] : [...before, ...now]));
}

/** Drops the kept changes of one form, or of all forms. */
export function dropKept(key?: string): void {
  if (kept.size === 0) return;
  set(new Map(key === undefined ? [] : [...kept].filter(([one]) => one !== key)));
}

/** The kept changes of this form. */
export const useKept = (key: string): Kept | undefined => useSyncExternalStore(subscribe, () => kept.get(key));
/** The titles of the kept forms that are not open now, without duplicates; '' when there is none. */
export const useKeptTitles = (): string =>
  useSyncExternalStore(subscribe, () =>
    namesInList([...new Set([...kept].filter(([key]) => !sources.has(key)).map(([, { title }]) => title))]),
  );
/** Drops the kept changes of forms that are not open now. */
export const dropClosed = (): void => set(new Map([...kept].filter(([key]) => sources.has(key))));
