import { storageKeys, stored } from '#lib/storage.ts';

const open = 'open';
const folded = 'folded';

/** Whether the histogram is open: as it was left on this browser; at first it is where a screen is wide. */
export const histogramFold = {
  isOpen: (): boolean => {
    const text = stored.read(storageKeys.histogram);
    return text === null ? matchMedia('(min-width: 40em) and (min-height: 700px)').matches : text === open;
  },
  remember: (isOpen: boolean): void => stored.write(storageKeys.histogram, isOpen ? open : folded),
};

/** The room that it takes, in px, so that nothing moves when it has loaded. */
export const histogramRoom = (): number => (histogramFold.isOpen() ? 28 + 112 : 28);
