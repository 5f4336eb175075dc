import i18next from 'i18next';

/** The texts and text groups under a key, in the language on screen. */
export function textTree(key: string): object {
  const [namespace = '', ...path] = key.split('.');
  const found: unknown = i18next.getResource(i18next.language, namespace, path.join('.'));
  return typeof found === 'object' && found !== null ? found : {};
}

/** The texts of one group, without nested groups, to be sent to a worker. */
export const textGroup = (key: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(textTree(key)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
