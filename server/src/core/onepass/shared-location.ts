/**
 * The location that all keys of an invitation share. The address of any other invitation is shown at none of its locations:
 * each of them is needed to see it (decision 69).
 */
export function sharedLocation(keys: readonly { location_id: string | null }[]): string[] {
  const [first, ...others] = new Set(keys.map((key) => key.location_id));
  return first && others.length === 0 ? [first] : [];
}
