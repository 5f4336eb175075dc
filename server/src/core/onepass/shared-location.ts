/**
 * The location that all keys of an invitation share; empty if they differ. The address of such an invitation is shown at none of
 * its locations: an actor needs each of them to see it (decision 69).
 */
export function sharedLocation(keys: readonly { location_id: string | null }[]): string[] {
  const [first, ...others] = new Set(keys.map((key) => key.location_id));
  return first && others.length === 0 ? [first] : [];
}
