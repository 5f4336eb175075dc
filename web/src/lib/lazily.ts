import { type ComponentType, lazy } from 'react';
import { addMoreTexts } from './i18n.ts';

/**
 * A part that loads, with its texts, when it is first shown: `lazily(async () => (await import('./Part.tsx')).Part)`.
 * `later`: so many milliseconds after that, for what no first picture should wait for.
 */
export const lazily = <P extends object>(load: () => Promise<ComponentType<P>>, later = 0) =>
  lazy(async () => {
    if (later > 0) await new Promise((done) => setTimeout(done, later));
    const [part] = await Promise.all([load(), addMoreTexts()]);
    return { default: part };
  });
