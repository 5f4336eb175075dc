import type { Device } from '@keyward/contract/devices';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import type { FC, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  device: Device;
  /** Renders a line of the facts, or a fact inside the form. */
  Line: FC<{ label: string; children: ReactNode }>;
};

/** The OKM that a device reports through, or the devices that report through this OKM. */
export function Connections({ device: { id, controller, serves }, Line }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {controller ? (
        <Line label={t('device.controller')}>
          <Link to={paths.devices()} search={{ open: controller.id }}>
            {controller.name}
          </Link>
        </Line>
      ) : null}
      {serves ? (
        <Line label={t('device.serves')}>
          <Link to={paths.devices()} search={{ custom_view: 'Overview', 'filter.controller_id': id }}>
            {t('device.servedDevices', { count: serves.devices })}
          </Link>
        </Line>
      ) : null}
    </>
  );
}
