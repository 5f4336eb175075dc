// In the place of core/device-history/store.ts: writes nothing.
export const saveReadings = async (): Promise<void> => {};
export const saveSilences = async (): Promise<void> => {};
