import i18next, { type i18n } from 'i18next';

/** The texts and text groups under a key, in the language on screen or that of `words`. */
export function textTree(key: string, words: i18n = i18next): object {
  const [namespace = '', ...path] = key.split('.');
  const found: unknown = words.getResource(words.language, namespace, path.join('.'));
  return typeof found === 'object' && found !== null ? found : {};
}

/** The texts of one group, without nested groups, to be sent to a worker. */
export const textGroup = (key: string, words?: i18n): Record<string, string> =>
  Object.fromEntries(
    Object.entries(textTree(key, words)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
