import type { Counted } from './useCounts.ts';
import type { Views } from './useViews.ts';
import { ViewPicker } from './ViewPicker.tsx';
import { ViewTabs } from './ViewTabs.tsx';

/** `isPhone`: there is no room for tabs. */
export type ChooserProps = Counted & { views: Views; isPhone: boolean };

export const ViewChooser = ({ isPhone, ...props }: ChooserProps) =>
  isPhone ? <ViewPicker {...props} /> : <ViewTabs {...props} />;
