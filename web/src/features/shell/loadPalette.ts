import type { FC } from 'react';
import { offeredTexts } from '#entities.ts';
import { addTexts } from '#lib/i18n.ts';
import type { PaletteProps } from './Palette.tsx';

/** Loads the palette with the texts of all that it offers. A separate file, so that no list waits for their names. */
export async function loadPalette(): Promise<FC<PaletteProps>> {
  const [part] = await Promise.all([
    import('./Palette.tsx'),
    addTexts('palette', 'activity', 'bulk', 'filters', 'roles', 'validity', ...offeredTexts),
  ]);
  return part.Palette;
}
