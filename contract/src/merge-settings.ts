import type { Setting } from './settings.ts';

/**
 * The effective settings of a profile: its own replace the defaults of the same name and client_data.
 * Specification, part 1, section 3 'Setting'.
 */
export function mergeSettings(defaults: readonly Setting[], own: readonly Setting[]): Setting[] {
  const key = ({ name, client_data }: Setting) => JSON.stringify([name, client_data]);
  const merged = new Map([...defaults, ...own].map((one) => [key(one), one]));
  return [...merged.values()];
}
