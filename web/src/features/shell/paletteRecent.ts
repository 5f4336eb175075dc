import { storageKeys, stored } from '#lib/storage.ts';

/** What was chosen in the palette: the entry's id, and for a device the words that showed it. */
export type Choice = { id: string; label: string; hint: string };
const most = 5;

const isText = (value: unknown): value is string => typeof value === 'string';
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'hint'].every((name) => isText(Reflect.get(value, name)));

/** The last choices of this person on this browser, newest first. Signing out takes them away. */
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
