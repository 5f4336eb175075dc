import type { InviteRow } from '@keyward/contract/invitations';
import type { Delivery, InviteStatus } from '@keyward/contract/onepass';
import { useTranslation } from 'react-i18next';
import type { CellRenderers } from '#list/table/cells.tsx';
import { Badge } from '#ui/Badge.tsx';
import {
  IconCheck,
  IconClock,
  IconEye,
  IconFailure,
  IconKey,
  IconNoEntry,
  IconSuccess,
  IconWarning,
} from '#ui/icons.tsx';

const statuses = {
  NEW: { tone: 'quiet', icon: IconKey },
  USED: { tone: 'success', icon: IconSuccess },
  CANCELLED: { tone: 'failure', icon: IconNoEntry },
} as const satisfies Record<InviteStatus, unknown>;

const deliveries = {
  queued: { tone: 'quiet', icon: IconClock },
  delayed: { tone: 'warning', icon: IconWarning },
  handedOver: { tone: 'quiet', icon: IconCheck },
  refused: { tone: 'failure', icon: IconFailure },
  withdrawn: { tone: 'quiet', icon: IconNoEntry },
  linkMade: { tone: 'quiet', icon: IconKey },
  opened: { tone: 'success', icon: IconEye },
  accepted: { tone: 'success', icon: IconSuccess },
} as const satisfies Record<Delivery, unknown>;

export function StatusBadge({ status }: { status: InviteStatus }) {
  const { t } = useTranslation();
  return (
    <Badge tone={statuses[status].tone} icon={statuses[status].icon}>
      {t(`invitations.statuses.${status}`)}
    </Badge>
  );
}

/** Delivery state of the link. */
export function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  return (
    <Badge tone={deliveries[delivery].tone} icon={deliveries[delivery].icon}>
      {t(`invitations.deliveries.${delivery}`)}
    </Badge>
  );
}

export const inviteCells: CellRenderers<InviteRow> = {
  status: ({ status }) => <StatusBadge status={status} />,
  delivery: ({ delivery }) => <DeliveryBadge delivery={delivery} />,
};
