import { type ComponentType, lazy } from 'react';
import { addMoreTexts } from './i18n.ts';

/** A part that loads, with its texts, when it is first shown: `lazily(async () => (await import('./Part.tsx')).Part)`. */
export const lazily = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), addMoreTexts()]);
    return { default: part };
  });
