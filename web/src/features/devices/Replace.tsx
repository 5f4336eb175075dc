import { devices } from '@keyward/contract/calls';
import { type Device, deviceReplace } from '@keyward/contract/devices';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { useTypeName } from '#parts/useTypeName.ts';
import { alerts } from '#ui/alerts.ts';
import { askConfirmation, dismissConfirmation } from '#ui/confirmation.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './devices.module.css';
import { SerialInput } from './SerialInput.tsx';
import { useAskByAddress } from './useAskByAddress.ts';

/** Asks for the new hardware if the address of a device asks for its replacement. */
export function ReplaceByAddress({ device }: { device: Device }) {
  useAskByAddress('replace', () => askConfirmation(<ReplaceDevice device={device} />));
  return null;
}

const fields = deviceReplace.pick({ serial_number: true });

/** Asks for the serial number of the new hardware, and lists what it takes over and what ends. */
function ReplaceDevice({ device }: { device: Device }) {
  const { t } = useTranslation();
  const typeName = useTypeName();
  const { id, name, serial_number: replaces } = device;
  const form = useContractForm(fields, { serial_number: '' });
  const errorTitle = t('replacing.failure');
  const replace = useDrawerCall(devices.replace, {
    errorTitle,
    onSuccess: (_, isOpen) => {
      if (isOpen()) dismissConfirmation();
      alerts.success(t('replacing.done'));
    },
  });
  return (
    <DrawerForm
      title={t('replacing.title')}
      form={form}
      about={id}
      error={replace.error}
      errorTitle={errorTitle}
      pending={replace.isPending}
      submitLabel={t('replacing.confirm')}
      onSubmit={(values) => replace.mutate({ params: { id }, body: { ...values, replaces } })}
      onClose={dismissConfirmation}
    >
      <p className={styles.text}>
        {t('replacing.question', { name, serial: replaces, type: typeName(device.device_type_name) })}
      </p>
      <SerialInput
        label={t('replacing.serial')}
        description={t('replacing.serialHelp')}
        asks="replace"
        {...form.getInputProps('serial_number')}
      />
      <Outcome device={device} />
    </DrawerForm>
  );
}

function Outcome({ device }: { device: Device }) {
  const { t } = useTranslation();
  const isController = device.device_class === 'OKM';
  const stays = [
    t('replacing.staysDevice'),
    t('replacing.staysHistory'),
    ...(isController ? [t('replacing.staysReports')] : []),
    ...(device.info.secureKeyCompatible ? [t('replacing.staysKeys')] : []),
  ];
  const ends = [
    t('replacing.endsReports'),
    t('replacing.endsState'),
    ...(device.device_class === 'KEY' ? [t('replacing.endsCustody')] : []),
    ...(isController ? [t('replacing.endsTokens')] : []),
  ];
  return (
    <>
      <Lines title={t('replacing.stays')} items={stays} />
      <Lines title={t('replacing.ends')} items={ends} />
    </>
  );
}

function Lines({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <p className={styles.text}>{title}</p>
      <ul className={styles.plain}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
