/** Whether to list keys: devices with a touch screen alone have none. */
export const hasKeyboard = (): boolean => !matchMedia('(hover: none)').matches;
