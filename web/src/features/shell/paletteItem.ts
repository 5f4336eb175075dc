import type { ListResource } from '@keyward/contract/resources';
import type { FC } from 'react';
import type { Found } from '#entity/define.ts';
import type { LocationUse } from './paletteSearches.ts';

/** Entry of the palette; choosing it runs it. */
export type PaletteItem = {
  id: string;
  label: string;
  hint: string;
  icon: FC<{ size?: number }>;
  /** Whether the palette stays open. */
  stays?: boolean;
  /** Whether the entry is left out of the recent ones. */
  passing?: boolean;
  /** Whether it depends on rows that are searched: until they are found, Enter waits. */
  searched?: boolean;
  /** Whether it writes at once: an Enter pressed before it was visible only marks it. */
  writes?: boolean;
  /** The view whose number of rows is shown beside it. */
  view?: { resource: ListResource; value: string };
  run: () => void;
};

export type PaletteGroup = { id: string; title: string; items: PaletteItem[] };

/** A found row. `location`: the one named in the text that found it, beside the row's name. */
type Row = Found & { resource: ListResource; icon: FC<{ size?: number }>; location: string | undefined };
/** Action on rows that a query asks for. */
export type Intent = {
  /** Text by which its rows are searched. */
  about: string;
  /** Lists that contain its rows. */
  lists: readonly ListResource[];
  /** Role of a location in the text; without one, the rows are searched there. */
  location?: LocationUse;
  /** Whether data that it depends on is being read. */
  waiting?: boolean;
  group: (rows: readonly Row[]) => PaletteGroup;
};
