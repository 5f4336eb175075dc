import type { Event, EventChange } from '@keyward/contract/activity';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { type CellRenderers, Moment, Nothing, Plain } from '#list/table/cells.tsx';
import { isExport } from '#parts/exported.ts';
import { happenedText } from '#parts/happened.ts';
import { ResultBadge } from '#parts/ResultBadge.tsx';
import { eventTexts, listTexts } from '#texts/namespaces.ts';

// few views have these columns, and their texts load with them
const Changed = lazily(async () => (await import('./Changed.tsx')).Changed, {
  texts: eventTexts,
});
const Reason = lazily(async () => (await import('./Reason.tsx')).Reason, { texts: ['activity'] });
// uses the view names of every list
const ExportedName = lazily(async () => (await import('./ExportedName.tsx')).ExportedName, {
  texts: listTexts,
});
const changed = (part: keyof EventChange) => (event: Event) => (
  <Suspense>
    <Changed event={event} part={part} />
  </Suspense>
);

/** The recorded name; for an export, the list and its view. */
function EntityName({ event }: { event: Event }) {
  if (!isExport(event.event)) return <Name text={event.description.entityName} />;
  return (
    <Suspense>
      <ExportedName event={event}>{(text) => <Name text={text} />}</ExportedName>
    </Suspense>
  );
}

function Happened({ event }: { event: Event }) {
  const { t } = useTranslation();
  return <Plain text={happenedText(t, event)} />;
}

const Name = ({ text }: { text: string | null }) => (text ? <Plain text={text} /> : <Nothing />);

export const eventCells: CellRenderers<Event> = {
  'description.changes.attribute': changed('attribute'),
  'description.changes.oldValue': changed('oldValue'),
  'description.changes.newValue': changed('newValue'),
  'description.entityName': (event) => <EntityName event={event} />,
  event: (event) => <Happened event={event} />,
  event_time: (event, zone) => <Moment instant={event.event_time} zone={zone} seconds />,
  reason: (event) => (
    <Suspense>
      <Reason event={event} />
    </Suspense>
  ),
  result: ({ result }) => (result === null ? <Nothing /> : <ResultBadge result={result} />),
};
