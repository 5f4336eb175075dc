import type { FC } from 'react';

/** What the palette can offer; choosing it runs it. */
export type PaletteItem = {
  id: string;
  label: string;
  hint: string;
  icon: FC<{ size?: number }>;
  /** The palette stays open after it, and it is not remembered. */
  stays?: boolean;
  run: () => void;
};
