import type { Event, EventChange, EventResult } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { useLookup } from '#lib/lookup.ts';
import { type CellRenderers, Nothing, Plain } from '#list/cells.tsx';
import { shownTags } from '#list/values.ts';
import { Badge } from '#ui/Badge.tsx';
import { Chips } from '#ui/Chips.tsx';
import { IconCheck, IconClose, IconNoEntry } from '#ui/icons.tsx';
import { attributeName } from './changes.ts';
import { useExported } from './exported.ts';

const looks = {
  success: { tone: 'success', icon: IconCheck },
  failure: { tone: 'failure', icon: IconClose },
  unauthorized: { tone: 'warning', icon: IconNoEntry },
} as const satisfies Record<EventResult, unknown>;

export function ResultBadge({ result }: { result: EventResult | null }) {
  const { t } = useTranslation();
  if (result === null) return <Nothing />;
  return (
    <Badge tone={looks[result].tone} icon={looks[result].icon}>
      {t(`activity.result.${result}`)}
    </Badge>
  );
}

/** What was changed, by name. */
function Attributes({ changes }: { changes: readonly EventChange[] }) {
  const lookup = useLookup();
  const names = changes.map(({ attribute }) => lookup(`activity.attribute.${attribute}`, attributeName(attribute)));
  return names.length ? <Chips values={[...new Set(names)]} show={shownTags} /> : <Nothing />;
}

/** The name as it was; of an export the list and its view. */
function EntityName({ event }: { event: Event }) {
  const { t } = useTranslation();
  const exported = useExported()(event);
  const name = exported ? t('activity.exported', exported) : event.description.entityName;
  return name ? <Plain text={name} /> : <Nothing />;
}

export const eventCells: CellRenderers<Event> = {
  'description.changes.attribute': (event) => <Attributes changes={event.description.changes} />,
  'description.entityName': (event) => <EntityName event={event} />,
  result: (event) => <ResultBadge result={event.result} />,
};
