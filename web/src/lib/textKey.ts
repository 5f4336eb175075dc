/** The text key of a customer's name, such as a device type: its letters and digits, joined by underscores. */
export const textKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
