// Replaces core/device-history/store.ts: writes nothing.
import type * as real from '@keyward/server/core/device-history/store.ts';

const nothing = async (): Promise<void> => {};
// an export that the real one has and this one lacks does not compile
const store: typeof real = { savePresent: nothing, saveReadings: nothing, saveSilences: nothing };
export const { savePresent, saveReadings, saveSilences } = store;
