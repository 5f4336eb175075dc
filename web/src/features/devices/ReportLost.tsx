import { devices } from '@keyward/contract/calls';
import { type Device, lostReport } from '@keyward/contract/devices';
import { limits } from '@keyward/contract/limits';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refresh, useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { useContractForm } from '#lib/form.ts';
import { useFailure } from '#lib/useFailure.ts';
import type { BulkDialogProps } from '#list/selection/bulkDialog.ts';
import { alerts } from '#ui/alerts.ts';
import { Counter } from '#ui/Counter.tsx';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './devices.module.css';

const fields = lostReport.pick({ note: true }).required();

type Props = { device: Pick<Device, 'id' | 'name' | 'serial_number'>; onDone?: () => void; onClose: () => void };

/** Reports a key lost, with a note. */
export function ReportLost({ device: { id, name, serial_number }, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const form = useContractForm(fields, { note: '' });
  const report = useDrawerCall(devices.reportLost, {
    errorTitle: t('lost.title'),
    onSuccess: (_, isOpen) => {
      if (isOpen()) onClose();
      onDone?.();
      void refresh(devices.get, devices.list);
      alerts.success(t('lost.done', { name }));
    },
  });
  const send = (values: { note: string }) => {
    const note = values.note.trim();
    report.mutate({ params: { id }, body: { serial_number, ...(note ? { note } : {}) } });
  };
  return (
    <DrawerForm
      title={t('lost.title')}
      form={form}
      about={id}
      error={report.error}
      pending={report.isPending}
      typed={({ note }) => note.trim()}
      submitLabel={t('lost.report')}
      onSubmit={send}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('lost.text', { name })}</p>
      <TextInput
        label={t('lost.noteLabel')}
        placeholder={t('lost.noteHint')}
        description={<Counter text={form.getValues().note} max={limits.textTag} />}
        autoComplete="off"
        {...form.getInputProps('note')}
      />
    </DrawerForm>
  );
}

/** The same for a row of the list, whose device is read first. */
export function ReportLostRow({ rows, onDone, onClose }: BulkDialogProps) {
  const id = rows.ids?.[0] ?? '';
  const { t } = useTranslation();
  const errorText = useErrorText();
  const device = useApi(devices.get, { params: { id } });
  const { data } = device;
  const failure = useFailure(device);
  if (data) return <ReportLost device={data.data} onDone={onDone} onClose={onClose} />;
  return (
    <DrawerFrame title={t('lost.title')} onClose={onClose}>
      {failure ? (
        <ErrorState title={t('devices.loadFailed')} text={errorText(failure)} read={device} />
      ) : (
        <>
          <Spinner />
          <SlowNotice />
        </>
      )}
    </DrawerFrame>
  );
}
