const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Is this text in the name, width and case aside? An empty one is in all. */
export const hasText = (name: string, text: string): boolean => fold(name).includes(fold(text.trim()));
