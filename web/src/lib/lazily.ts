import { type ComponentType, createElement, type FC, use } from 'react';
import type { Namespace } from '#texts/namespaces.ts';
import { addTexts } from './i18n.ts';
import { persistently } from './persist.ts';

export type Late<P> = FC<P> & { preload: () => Promise<void> };
type Options = {
  /** So many milliseconds after it is first shown, for what no first picture should wait for. */
  later?: number;
  /** What it says beyond the portal's first texts; a test compares it with the source. */
  texts?: readonly Namespace[];
};

/**
 * A part that loads, with its texts, when it is first shown: `lazily(async () => (await import('./Part.tsx')).Part)`.
 * Until then it suspends. A load that fails is tried again and breaks nothing; LateNotice says so. `preload` loads it
 * before; its promise ends with the first try, so that nothing that waits for it hangs without a connection.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { later = 0, texts = [] }: Options = {},
): Late<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const firstTry = Promise.withResolvers<void>();
  const all = async () => (await Promise.all([load(), addTexts(...texts)]))[0];
  const begin = async () => {
    if (later > 0) await new Promise((done) => setTimeout(done, later));
    loaded = await persistently(all, firstTry.resolve);
    return loaded;
  };
  function Part(props: P) {
    loading ??= begin();
    return createElement(loaded ?? use(loading), props);
  }
  Part.preload = () => {
    loading ??= begin();
    return firstTry.promise;
  };
  return Part;
}
