import { devices } from '@keyward/contract/calls';
import { type Device, deviceReplace } from '@keyward/contract/devices';
import { TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useContractForm } from '#lib/form.ts';
import { useTypeName } from '#parts/useTypeName.ts';
import { alerts } from '#ui/alerts.ts';
import { askConfirmation, dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './devices.module.css';
import { useAskByAddress } from './useAskByAddress.ts';

/** The address of a device says that it is to be replaced: asks for the new hardware. */
export function ReplaceByAddress({ device }: { device: Device }) {
  useAskByAddress('replace', () => askConfirmation(<ReplaceDevice device={device} />));
  return null;
}

const isOfField = (error: ApiError | null) => error?.constraint === 'serial_number';

/** Asks for the serial number of new hardware, and says what it takes over and what ends. */
function ReplaceDevice({ device }: { device: Device }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const typeName = useTypeName();
  const { id, name, serial_number: replaces } = device;
  const form = useContractForm(deviceReplace.pick({ serial_number: true }), { serial_number: '' });
  const errorTitle = t('replacing.failure');
  const replace = useDrawerCall(devices.replace, {
    errorTitle,
    onSuccess: (_, isOpen) => {
      if (isOpen()) dismissConfirmation();
      alerts.success(t('replacing.done'));
    },
    onError: (error) => {
      if (isOfField(error)) form.setFieldError('serial_number', errorText(error));
    },
  });
  const send = (event?: SubmitEvent<HTMLFormElement>) =>
    form.onSubmit((values) => replace.mutate({ params: { id }, body: { ...values, replaces } }))(event);
  const serial = form.getInputProps('serial_number');
  return (
    <ConfirmDrawer
      title={t('replacing.title')}
      confirmLabel={t('replacing.confirm')}
      destructive={false}
      error={isOfField(replace.error) ? null : replace.error}
      errorTitle={errorTitle}
      pending={replace.isPending}
      onConfirm={() => send()}
      onClose={dismissConfirmation}
    >
      <p className={styles.text}>
        {t('replacing.question', { name, serial: replaces, type: typeName(device.device_type_name) })}
      </p>
      <form noValidate onSubmit={send} aria-label={t('replacing.title')}>
        <TextInput
          label={t('replacing.serial')}
          withAsterisk
          description={t('replacing.serialHelp')}
          classNames={{ input: styles.code ?? '' }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          {...serial}
          onChange={(event) => serial.onChange(event.currentTarget.value.toUpperCase())}
        />
      </form>
      <Outcome device={device} />
    </ConfirmDrawer>
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
