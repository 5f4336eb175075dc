import type { Event } from '@keyward/contract/activity';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { lazily } from '#lib/lazily.ts';
import type { NameProps, PhoneLines } from '#list/phone/lines.ts';
import { PhoneTable } from '#list/phone/PhoneTable.tsx';
import type { TableProps } from '#list/table/tableProps.ts';
import { isExport } from '#parts/exported.ts';
import { happenedText } from '#parts/happened.ts';
import { listTexts } from '#texts/namespaces.ts';
import { plainSentence } from './sentences.ts';

// uses the view names of every list
const ExportedName = lazily(async () => (await import('./ExportedName.tsx')).ExportedName, { texts: listTexts });

const clock = 'HH:mm'.length;

/** '13:15 · Samuel Clarke unlocked Camera desk 3 padlock'. */
function Name({ row, zone, underDay }: NameProps<Event>) {
  const moment = dateTime(row.event_time, zone);
  return (
    <>
      <time dateTime={row.event_time}>{underDay ? moment.slice(-clock) : moment}</time>
      {' · '}
      {isExport(row.event) ? (
        <Suspense>
          <ExportedName event={row}>{(name) => <Sentence event={row} entity={name} />}</ExportedName>
        </Suspense>
      ) : (
        <Sentence event={row} entity={row.description.entityName} />
      )}
    </>
  );
}

/** The drawer's sentence about the event, without time and location, which the row shows already. */
function Sentence({ event, entity }: { event: Event; entity: string | null }) {
  const { t } = useTranslation();
  return plainSentence(t, event, { entity: entity ?? '', what: happenedText(t, event) });
}

const lines: PhoneLines<Event> = {
  Name,
  told: ['event_time', 'event', 'description.entityName', 'entity_domain', 'description.agentName'],
  second: ['result', 'tags.', 'reason'],
};

export const ActivityOnPhone = (props: TableProps<Event>) => <PhoneTable {...props} lines={lines} />;
