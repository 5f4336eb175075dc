import { storageKeys, stored } from '#lib/storage.ts';

/** A choice in the palette: the entry's id and, for a row, the texts to show. */
export type Choice = { id: string; label: string; hint: string };
const most = 5;

const isText = (value: unknown): value is string => typeof value === 'string';
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'hint'].every((name) => isText(Reflect.get(value, name)));

/** The profile's last choices in this browser, newest first. Signing out deletes them. */
export function recentChoices(person: string): Choice[] {
  try {
    const kept: unknown = JSON.parse(stored.read(storageKeys.recent) ?? '');
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'person') !== person) return [];
    const choices: unknown = Reflect.get(kept, 'choices');
    return Array.isArray(choices) ? choices.filter(isChoice).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberChoice(person: string, { id, label, hint }: Choice): void {
  const others = recentChoices(person).filter((choice) => choice.id !== id);
  const choices = [{ id, label, hint }, ...others].slice(0, most);
  stored.write(storageKeys.recent, JSON.stringify({ person, choices }));
}
