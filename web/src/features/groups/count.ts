export type Count = { devices: number; profiles: number };

/**
 * Number of objects that a filter on the value lists: those with the value, and those with every value of its tag. A rename
 * affects all of them; a deletion takes the value only from the former.
 */
export const withEvery = (value: Count, { every }: { every?: Count }): Count => ({
  // the server of the previous release does not send it
  devices: value.devices + (every?.devices ?? 0),
  profiles: value.profiles + (every?.profiles ?? 0),
});
