import type { KeyStatus, SecureKeyRow } from '@keyward/contract/onepass';
import { useTranslation } from 'react-i18next';
import { type CellRenderers, Plain } from '#list/table/cells.tsx';
import { useTypeName } from '#parts/useTypeName.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconClock, IconMinus, IconNoEntry, IconSuccess } from '#ui/icons.tsx';

const looks = {
  active: { tone: 'success', icon: IconSuccess },
  usedUp: { tone: 'quiet', icon: IconMinus },
  expired: { tone: 'quiet', icon: IconClock },
  deactivated: { tone: 'failure', icon: IconNoEntry },
} as const satisfies Record<KeyStatus, unknown>;

/** Status of the key. */
export function StatusBadge({ status }: { status: KeyStatus }) {
  const { t } = useTranslation();
  return (
    <Badge tone={looks[status].tone} icon={looks[status].icon}>
      {t(`onepass.statuses.${status}`)}
    </Badge>
  );
}

function TypeName({ name }: { name: string }) {
  const typeName = useTypeName();
  return <Plain text={typeName(name)} />;
}

export const keyCells: CellRenderers<SecureKeyRow> = {
  status: ({ status }) => <StatusBadge status={status} />,
  device_type_name: (key) => <TypeName name={key.device_type_name} />,
};
