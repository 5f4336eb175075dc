import type { Event } from '@keyward/contract/activity';
import { reasonOf } from '@keyward/contract/refusals';
import { useTranslation } from 'react-i18next';
import { Nothing, Plain } from '#list/table/cells.tsx';

/** Reason of a refusal; older events of refused codes have it among their changes. */
export function Reason({ event }: { event: Event }) {
  const { t } = useTranslation();
  const reason = reasonOf(event);
  return reason ? <Plain text={t(`activity.reason.${reason}`)} /> : <Nothing />;
}
