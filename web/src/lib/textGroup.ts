import i18next from 'i18next';

/** The texts of one group in the language on screen, without those of groups within it: for what is sent to a worker. */
export function textGroup(key: string): Record<string, string> {
  const group: unknown = i18next.getResource(i18next.language, 'texts', key);
  if (typeof group !== 'object' || group === null) return {};
  return Object.fromEntries(
    Object.entries(group).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
