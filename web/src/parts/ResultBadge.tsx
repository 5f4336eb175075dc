import type { EventResult } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/Badge.tsx';
import { IconCheck, IconClose, IconNoEntry } from '#ui/icons.tsx';

const looks = {
  success: { tone: 'success', icon: IconCheck },
  failure: { tone: 'failure', icon: IconClose },
  unauthorized: { tone: 'warning', icon: IconNoEntry },
} as const satisfies Record<EventResult, unknown>;

/** The outcome of an event. */
export function ResultBadge({ result }: { result: EventResult }) {
  const { t } = useTranslation();
  return (
    <Badge tone={looks[result].tone} icon={looks[result].icon}>
      {t(`activity.result.${result}`)}
    </Badge>
  );
}
