import type { Event } from '@keyward/contract/activity';
import { happeningOf } from '@keyward/contract/happened';
import type { TFunction } from 'i18next';
import type { event as texts } from '#texts/en/event.ts';

type Sentence = Exclude<keyof (typeof texts)['sentence'], 'location'>;

const byHappening = {
  unlocked: 'unlocked',
  locked: 'locked',
  openedByTwo: 'openedByTwo',
  unlockRefused: 'refused',
  armed: 'armed',
  disarmed: 'disarmed',
  alarmRefused: 'refused',
  keyTaken: 'keyTaken',
  keyReturned: 'keyReturned',
  keyRefused: 'refused',
} as const;
const byType: { readonly [type: string]: Sentence } = {
  LOGIN: 'signedIn',
  FAILED_LOGIN: 'signInFailed',
  LOGOUT: 'signedOut',
};
const verbs = { ADD: 'added', MODIFY: 'changed', DELETE: 'deleted' } as const;
const verbOf = (type: string) => /^(ADD|MODIFY|DELETE)_/.exec(type)?.[1];
const isVerb = (verb: string | undefined): verb is keyof typeof verbs => verb !== undefined && verb in verbs;
const hasSentence = (happening: string | undefined): happening is keyof typeof byHappening =>
  happening !== undefined && happening in byHappening;

/** Sentence that describes an event; events without an agent or an entity have sentences that leave that part out. */
export function sentenceOf(event: Event): Sentence {
  const { agentName, entityName, changes } = event.description;
  if (!agentName) return entityName ? 'noAgent' : 'alone';
  const ofType = byType[event.event];
  if (ofType) return ofType;
  if (!entityName) return 'noEntity';
  const happening = happeningOf({ ...event, changes });
  if (hasSentence(happening)) return byHappening[happening];
  if (event.event === 'USE_SECURE_KEY' && event.result !== 'failure')
    return event.result === 'success' ? 'keyUsed' : 'refused';
  const verb = event.result === 'success' ? verbOf(event.event) : undefined;
  return isVerb(verb) ? verbs[verb] : 'other';
}

/** Splits a sentence, in the order of the language, into texts and the names of the parts between them. */
export const partsOf = (sentence: string): { text: string; part: string | undefined }[] =>
  sentence.split(/(<\w+>)/).flatMap((text) => {
    const part = /^<(\w+)>$/.exec(text)?.[1];
    return text ? [{ text, part }] : [];
  });

/** Each placeholder of a sentence is interpolated with itself, for `partsOf` to find. */
export const tokens = {
  agent: '<agent>',
  entity: '<entity>',
  location: '<location>',
  time: '<time>',
  what: '<what>',
  where: '<where>',
};

/** The sentence without its location. */
export const withoutLocation = (sentence: string): string => sentence.replace(/ <location>|<location> /, '');

/** The sentence without its time, which begins or ends it. */
export const withoutTime = (sentence: string): string => sentence.replace(/^<time>[、,] ?|, <time>$/, '');

/** The sentence as text, without its location and its time. */
export function plainSentence(t: TFunction, event: Event, named: { entity: string; what: string }): string {
  const of: Record<string, string> = { ...named, agent: event.description.agentName ?? '' };
  const sentence = withoutTime(withoutLocation(t(`event.sentence.${sentenceOf(event)}`, tokens)));
  return partsOf(sentence)
    .map(({ text, part }) => (part ? (of[part] ?? '') : text))
    .join('');
}
