export const keypadTexts = ['common', 'session', 'keypad'] as const;
