import { type ComponentType, createElement, type FC, use } from 'react';
import type { Namespace } from '#texts/namespaces.ts';
import { addTexts } from './i18n.ts';
import { persistently } from './persist.ts';

export type Late<P> = FC<P> & { preload: () => Promise<void> };
type Options = {
  /** Delay in milliseconds after its first render, for parts that the first paint should not wait for. */
  later?: number;
  /** Namespaces beyond the portal's initial ones; a test compares them with the source. */
  texts?: readonly Namespace[];
};

/**
 * A component that loads with its texts on first render: `lazily(async () => (await import('./Part.tsx')).Part)`. It
 * suspends until then. A failed load is retried and throws nothing; LateNotice reports it. `preload` loads it earlier;
 * its promise resolves after the first attempt, so that its callers do not hang without a connection.
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
