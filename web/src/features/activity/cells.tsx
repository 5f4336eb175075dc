import type { Event, EventResult } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { type CellRenderers, Nothing } from '#list/cells.tsx';
import { Badge } from '#ui/Badge.tsx';
import { IconCheck, IconClose, IconNoEntry } from '#ui/icons.tsx';

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

export const eventCells: CellRenderers<Event> = {
  result: (event) => <ResultBadge result={event.result} />,
};
