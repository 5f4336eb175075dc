import type { Event } from '@keyward/contract/activity';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { happenedText } from '#parts/happened.ts';
import { SubjectLink } from '#parts/SubjectLink.tsx';
import { LocationLink, type NamedLocation } from './links.tsx';
import { partsOf, sentenceOf, tokens, withoutLocation } from './sentences.ts';
import styles from './activity.module.css';

/** '12 May 13:15:04' in the language on screen; with the year unless it is the current one. */
function momentOf(instant: string, zone: string, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  const at = new Date(instant);
  const year = (date: Date) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone }).format(date);
  const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    timeZone: zone,
    ...(year(at) === year(new Date()) ? {} : { year: 'numeric' as const }),
  });
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone });
  return `${day.format(at)} ${clock.format(at)}`;
}

type Props = {
  event: Event;
  /** Name of the entity. */
  entity: string | null;
  /** Location of the event, if known. */
  location: NamedLocation | undefined;
};

/** The event as a sentence, in which names are links. */
export function Sentence({ event, entity, location }: Props) {
  const { t, i18n } = useTranslation();
  const { zone } = useSession();
  const { agentName } = event.description;
  const atLocation = location
    ? partsOf(t('event.sentence.location', tokens)).map(({ text, part }) =>
        part ? <LocationLink key={text} location={location} /> : text,
      )
    : null;
  const of: Record<string, React.ReactNode> = {
    agent: <SubjectLink domain={event.agent_domain} id={event.agent_id} name={agentName ?? ''} />,
    entity: <SubjectLink domain={event.entity_domain} id={event.entity_id} name={entity ?? ''} />,
    location: atLocation,
    what: happenedText(t, event),
    time: (
      <time dateTime={event.event_time} className="tabular">
        {momentOf(event.event_time, zone, i18n.language)}
      </time>
    ),
  };
  const sentence = t(`event.sentence.${sentenceOf(event)}`, tokens);
  return (
    <p className={styles.sentence}>
      {partsOf(atLocation ? sentence : withoutLocation(sentence)).map(({ text, part }, i) => (
        <Fragment key={i}>{part ? of[part] : text}</Fragment>
      ))}
    </p>
  );
}
