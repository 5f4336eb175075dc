/** A screen that is only touched has no keys to list. */
export const hasKeyboard = (): boolean => !matchMedia('(hover: none)').matches;
