import type { EventChange } from '@keyward/contract/activity';
import { valueAt } from '#lib/values.ts';
import { exportedOf, type ExportWords } from './exported.ts';

/** The words for recorded changes in the current language. Plain data, so that it can be sent to a worker. */
export type ChangeWords = {
  yes: string;
  no: string;
  required: string;
  /** The text for every value of a group. */
  every: string;
  /** Names of attributes, by recorded attribute. */
  names: Record<string, string>;
  /** Names of the values of an attribute, where there are any. */
  values: Record<string, Record<string, string>>;
  /** Words for the codes that are values of an attribute in the events of `coded`; other values are free text. */
  codes: Record<string, Record<string, string>>;
  exported: ExportWords;
  /** From Monday to Sunday, for opening hours. */
  weekdays: readonly string[];
  closed: string;
};

/** Attributes with free text, which stays as it is even when it looks like a boolean or a time. */
const typed = new Set([
  'name',
  'username',
  'email',
  'description',
  'search',
  'q',
  'serial_number',
  'Passkey',
  'Passkey alone',
  'addedValues',
  'removedValues',
  'renamedValues',
  'order',
  'issuer',
  'clientId',
  'claim',
  'domains',
  'localProfiles',
  'ssoAccount',
]);
/** Events whose reasons and states are codes; in others, people type them. */
const coded = new Set<unknown>(['USE_SECURE_KEY', 'REMOTE_UNLOCK_OUTCOME', 'CANCEL_REMOTE_UNLOCK']);
const isTyped = (attribute: string) => typed.has(attribute) || /^(tags|description)\./.test(attribute);

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

const own = <T>(words: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;
/** Built-in roles are recorded by their original names: 'OKM user'. */
const roleKey = (name: string) => name.toLowerCase().replaceAll(' ', '_');

/** The hours of a weekday, 1 for Monday, or of a date. */
const hours = /^hours\.(.+)$/;

/** The attribute's name; a tag's without its prefix. Specification, part 2, section 2 'Activity list'. */
function attributeName(attribute: string, { names, weekdays }: Pick<ChangeWords, 'names' | 'weekdays'>): string {
  const day = hours.exec(attribute)?.[1];
  if (day) return `${names['hours']}: ${weekdays[Number(day) - 1] ?? day}`;
  return own(names, attribute) ?? attribute.replace(/^tags\./, '');
}

/** One value of the attribute; `time` formats an instant. */
function valueText(attribute: string, value: string, words: ChangeWords, time: (instant: string) => string): string {
  const called = own(words.values, attribute);
  if (called) {
    const one = (name: string) => own(called, name) ?? own(called, roleKey(name)) ?? name;
    // several are separated by commas; a star marks object types that require the tag
    return value
      .split(', ')
      .map((name) =>
        attribute === 'objects' && name.endsWith('*') ? `${one(name.slice(0, -1))} (${words.required})` : one(name),
      )
      .join(', ');
  }
  const column = (name: string) => attributeName(name, words);
  if (attribute === 'columns') return value.split(',').map(column).join(', ');
  if (attribute === 'sort') {
    const order = ([name = '', direction = '']: string[]) => `${column(name)} ${/^desc/i.test(direction) ? '↓' : '↑'}`;
    return value
      .split(',')
      .map((part) => order(part.split(':')))
      .join(', ');
  }
  if (value === '*' && attribute.startsWith('tags.')) return words.every;
  if (isTyped(attribute)) return value;
  if (hours.test(attribute) && value === 'closed') return words.closed;
  if (value === 'true') return words.yes;
  if (value === 'false') return words.no;
  return value.replaceAll(instants, (instant) => (Number.isNaN(Date.parse(instant)) ? instant : time(instant)));
}

const isChange = (value: unknown): value is EventChange =>
  typeof value === 'object' && value !== null && 'attribute' in value && typeof value.attribute === 'string';

/** The changes of an event as the API returns it, with attributes and values in words. */
export function changesInWords(event: object, words: ChangeWords, time: (instant: string) => string): EventChange[] {
  const changes = valueAt(event, 'description.changes');
  const exported = exportedOf(event, words.exported);
  const codes = coded.has(valueAt(event, 'event')) ? words.codes : {};
  const say = (attribute: string, value: string | null) => {
    if (value === null) return null;
    const code = own(own(codes, attribute) ?? {}, value);
    if (code) return code;
    if (exported && attribute === 'resource') return exported.list;
    if (exported && attribute === 'view') return exported.view;
    return valueText(attribute, value, words, time);
  };
  return (Array.isArray(changes) ? changes : []).filter(isChange).map(({ attribute, oldValue, newValue }) => ({
    attribute: attributeName(attribute, words),
    oldValue: say(attribute, oldValue),
    newValue: say(attribute, newValue),
  }));
}
