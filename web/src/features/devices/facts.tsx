import { type Device, supportsDualAuth } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import { useTranslation } from 'react-i18next';
import { fieldOrder, isText } from '#parts/tagValues.ts';
import { Chips } from '#ui/Chips.tsx';
import { FactLine, Facts } from '#ui/Facts.tsx';
import { Connections } from './connections.tsx';
import { Outage } from './outage.tsx';
import styles from './devices.module.css';
import { useCurfewWords } from './useCurfewWords.ts';
import { useTypeName } from '#parts/useTypeName.ts';

type Props = { shown: Device; definitions: readonly TagDefinition[] };

/** Facts of a device that the profile cannot edit. */
export function DeviceFacts({ shown: device, definitions }: Props) {
  const { t } = useTranslation();
  const typeName = useTypeName();
  const curfewWords = useCurfewWords();
  const valuesOf = (id: string) => device.tags.find(({ tagId }) => tagId === id)?.values ?? [];
  return (
    <>
      <Outage device={device} />
      <Facts>
        <FactLine label={t('device.name')}>{device.name}</FactLine>
        <FactLine label={t('device.serialNumber')}>
          <code className={styles.code}>{device.serial_number}</code>
        </FactLine>
        <FactLine label={t('device.type')}>{typeName(device.device_type_name)}</FactLine>
        {fieldOrder(definitions).map((definition) => {
          const values = valuesOf(definition.id);
          return (
            <FactLine key={definition.id} label={definition.label}>
              {!values.length ? (
                t('common.notAvailable')
              ) : isText(definition) || definition.is_location ? (
                values[0]
              ) : (
                <Chips values={values} show={20} />
              )}
            </FactLine>
          );
        })}
        {supportsDualAuth(device.device_type_name) ? (
          <FactLine label={t('device.dualAuth')}>{t(device.info.dual_auth ? 'common.yes' : 'common.no')}</FactLine>
        ) : null}
        {device.device_class === 'KEY' ? (
          <FactLine label={t('custody.curfew.label')}>{curfewWords(device.curfew)}</FactLine>
        ) : null}
        <Connections device={device} Line={FactLine} />
      </Facts>
    </>
  );
}
