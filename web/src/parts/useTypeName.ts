import { useLookup } from '#lib/lookup.ts';
import { textKey } from '#lib/textKey.ts';

/** A device type in the current language; a custom type by its own name. */
export function useTypeName(): (name: string) => string {
  const lookup = useLookup();
  return (name) => lookup(`devices.types.${textKey(name)}`, name);
}
