import i18next from 'i18next';

/** What stands under a key in the language on screen: texts, and groups of them. */
export function textTree(key: string): object {
  const [namespace = '', ...path] = key.split('.');
  const found: unknown = i18next.getResource(i18next.language, namespace, path.join('.'));
  return typeof found === 'object' && found !== null ? found : {};
}

/** The texts of one group, without those of groups within it: for what is sent to a worker. */
export const textGroup = (key: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(textTree(key)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
