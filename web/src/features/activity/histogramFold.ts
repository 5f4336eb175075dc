import { phone } from '#lib/phone.ts';
import { storageKeys, stored } from '#lib/storage.ts';

const open = 'open';
const folded = 'folded';

/** Whether the histogram is open: the choice stored in this browser; by default, open where the screen is wide and high. */
export const histogramFold = {
  isOpen: (): boolean => {
    const text = stored.read(storageKeys.histogram);
    if (text !== null) return text === open;
    return !matchMedia(phone).matches && matchMedia('(min-height: 700px)').matches;
  },
  remember: (isOpen: boolean): void => stored.write(storageKeys.histogram, isOpen ? open : folded),
};

/** Height to reserve for the histogram, in px, so that nothing moves when it has loaded. */
export const histogramRoom = (): number => (histogramFold.isOpen() ? 28 + 112 : 28);
