import i18next from 'i18next';

/** The text of a key that is made at run time; undefined when no text has that key. */
export function textOfKey(key: string, values: Record<string, unknown> = {}): string | undefined {
  const exists: boolean = i18next.exists(key, values);
  return exists ? i18next.t(key, { ...values, defaultValue: key }) : undefined;
}
