import type { Event, EventChange, EventResult } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { useLookup } from '#lib/lookup.ts';
import { type CellRenderers, Nothing } from '#list/cells.tsx';
import { shownTags } from '#list/values.ts';
import { Badge } from '#ui/Badge.tsx';
import { Chips } from '#ui/Chips.tsx';
import { IconCheck, IconClose, IconNoEntry } from '#ui/icons.tsx';
import { attributeName } from './changes.ts';

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

export const eventCells: CellRenderers<Event> = {
  'description.changes.attribute': (event) => <Attributes changes={event.description.changes} />,
  result: (event) => <ResultBadge result={event.result} />,
};
