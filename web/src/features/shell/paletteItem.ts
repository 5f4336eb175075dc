import type { FC } from 'react';

/** An entry of the palette; choosing it runs it. */
export type PaletteItem = {
  id: string;
  label: string;
  hint: string;
  icon: FC<{ size?: number }>;
  /** The palette stays open, and the entry is not added to the recent ones. */
  stays?: boolean;
  run: () => void;
};
