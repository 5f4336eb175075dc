import type { DeviceRow } from '@keyward/contract/devices';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useNow } from '#lib/now.ts';
import { useSession } from '#lib/session.ts';
import { type CellRenderers, Nothing, Plain } from '#list/table/cells.tsx';
import { Ago } from '#ui/Ago.tsx';
import { Badge } from '#ui/Badge.tsx';
import { IconCheck, IconClock, IconFailure, IconMinus, IconSuccess, IconWarning } from '#ui/icons.tsx';
import styles from './devices.module.css';
import { type Reported, reportedState } from './reported.ts';
import { useTypeName } from '#parts/useTypeName.ts';

// few rows are keys that are out, and few views show the OKM: loaded on demand
const Linked = lazily(async () => (await import('./Linked.tsx')).Linked, { texts: ['devices'] });

// few keys are lost: loaded on demand
const LostSince = lazily(async () => (await import('./LostSince.tsx')).LostSince, { texts: ['lost'] });

const looks = {
  never: { tone: 'quiet', icon: IconMinus },
  online: { tone: 'success', icon: IconSuccess },
  offline: { tone: 'failure', icon: IconFailure },
  reported: { tone: 'quiet', icon: IconClock },
} as const satisfies Record<Reported, unknown>;

type OfReport = Pick<DeviceRow, 'device_class' | 'state_updated_at'>;

/** State according to the last report; it changes as time passes. */
export function useReportedState({ device_class: deviceClass, state_updated_at: at }: OfReport): Reported {
  const { me } = useSession();
  return reportedState(deviceClass, at, me.offlineOkmMinutes, useNow());
}

export function StateBadge({ state }: { state: Reported }) {
  const { t } = useTranslation();
  return (
    <Badge tone={looks[state].tone} icon={looks[state].icon}>
      {t(`list.reported.${state}`)}
    </Badge>
  );
}

/** Never reported, online or offline, with the time since the last report. */
export function ReportedBadge({ device, zone }: { device: OfReport; zone: string }) {
  const state = useReportedState(device);
  const at = device.state_updated_at;
  const badge = <StateBadge state={state} />;
  if (at === null) return badge;
  const time = <Ago instant={at} zone={zone} className={styles.ago} />;
  return state === 'reported' ? (
    time
  ) : (
    <span className={styles.reported}>
      {badge}
      {time}
    </span>
  );
}

export function SecurityBadge({ status }: { status: NonNullable<DeviceRow['security_status']> }) {
  const { t } = useTranslation();
  return status === 'secured' ? (
    <Badge tone="success" icon={IconCheck}>
      {t('list.security.secured')}
    </Badge>
  ) : (
    <Badge tone="failure" icon={IconWarning}>
      {t('list.security.unsecured')}
    </Badge>
  );
}

/** Connectivity: for an OKM it follows from the time of its last report, since one that falls silent changes no row. */
function Connectivity({ device }: { device: DeviceRow }) {
  const state = useReportedState(device);
  return <StateBadge state={device.device_class === 'OKM' ? state : device.connectivity} />;
}

function TypeName({ name }: { name: string }) {
  const typeName = useTypeName();
  return <Plain text={typeName(name)} />;
}

const linked = (device: DeviceRow, zone: string, by: 'held_since' | 'controller_id') =>
  device[by] === null ? (
    <Nothing />
  ) : (
    <Suspense>
      <Linked device={device} zone={zone} by={by} />
    </Suspense>
  );

export const deviceCells: CellRenderers<DeviceRow> = {
  device_type_name: (device) => <TypeName name={device.device_type_name} />,
  held_by: (device, zone) => linked(device, zone, 'held_since'),
  controller_name: (device, zone) => linked(device, zone, 'controller_id'),
  lost_since: ({ lost_since: since }, zone) =>
    since === null ? (
      <Nothing />
    ) : (
      <Suspense>
        <LostSince since={since} zone={zone} />
      </Suspense>
    ),
  connectivity: (device) => <Connectivity device={device} />,
  reported: (device, zone) => <ReportedBadge device={device} zone={zone} />,
  security: ({ security_status: status }) => (status === null ? <Nothing /> : <SecurityBadge status={status} />),
};
