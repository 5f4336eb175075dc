import type { ListResource } from '@keyward/contract/resources';
import type { FC } from 'react';
import type { Found } from '#entity/define.ts';
import type { LocationUse } from './paletteSearches.ts';

/** An entry of the palette; choosing it runs it. */
export type PaletteItem = {
  id: string;
  label: string;
  hint: string;
  icon: FC<{ size?: number }>;
  /** The palette stays open. */
  stays?: boolean;
  /** The entry is not added to the recent ones. */
  passing?: boolean;
  /** It depends on rows that are being searched: while they are, Enter waits for them. */
  searched?: boolean;
  /** It writes at once: an Enter that was pressed before it was in sight only marks it. */
  writes?: boolean;
  /** The view whose rows are counted beside it. */
  view?: { resource: ListResource; value: string };
  run: () => void;
};

export type PaletteGroup = { id: string; title: string; items: PaletteItem[] };

/** `location`: the one that the text names which found it, beside its name. */
type Row = Found & { resource: ListResource; icon: FC<{ size?: number }>; location: string | undefined };
/** What a query asks to do with rows. */
export type Intent = {
  /** The text by which the rows are searched that it is about. */
  about: string;
  /** The lists that they are in. */
  lists: readonly ListResource[];
  /** What a location in the text is for; absent: the rows are searched there. */
  location?: LocationUse;
  /** What it depends on is being read. */
  waiting?: boolean;
  group: (rows: readonly Row[]) => PaletteGroup;
};
