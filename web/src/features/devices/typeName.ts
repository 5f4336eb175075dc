import { useLookup } from '#lib/lookup.ts';

/** The text key of a device type: its name with only letters, digits and underscores. */
export const typeKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** A device type in the current language; a custom type by its own name. */
export function useTypeName(): (name: string) => string {
  const lookup = useLookup();
  return (name) => lookup(`devices.types.${typeKey(name)}`, name);
}
