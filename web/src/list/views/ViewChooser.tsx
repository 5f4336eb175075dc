import type { Counted } from './useCounts.ts';
import type { Views } from './useViews.ts';
import { ViewPicker } from './ViewPicker.tsx';
import { ViewTabs } from './ViewTabs.tsx';

/** `cards`: the list has rows as cards, where there is no room for tabs. */
export type ChooserProps = Counted & { views: Views; cards: boolean };

export const ViewChooser = ({ cards, ...props }: ChooserProps) =>
  cards ? <ViewPicker {...props} /> : <ViewTabs {...props} />;
