export type Count = { devices: number; profiles: number };

/**
 * What the list of a value has: the objects with the value, and those with every value of its tag. A rename is seen at all
 * of them; a deletion takes the value from the former alone.
 */
export const withEvery = (value: Count, { every }: { every?: Count }): Count => ({
  // a server of the release before does not say
  devices: value.devices + (every?.devices ?? 0),
  profiles: value.profiles + (every?.profiles ?? 0),
});
