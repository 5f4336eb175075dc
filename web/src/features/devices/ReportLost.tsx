import { devices } from '@keyward/contract/calls';
import { textTagValue } from '@keyward/contract/devices';
import { limits } from '@keyward/contract/limits';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh, useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { messageText } from '#lib/form.ts';
import type { BulkDialogProps } from '#list/selection/bulkDialog.ts';
import { alerts } from '#ui/alerts.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { Counter } from '#ui/Counter.tsx';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { useCleaning } from '#ui/useCleaning.ts';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './devices.module.css';

type Props = { id: string; name: string; onDone?: () => void; onClose: () => void };

/** Reports a key lost, with a note. */
export function ReportLost({ id, name, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const wrong = note === '' ? undefined : textTagValue.safeParse(note).error?.issues[0]?.message;
  const report = useDrawerCall(devices.reportLost, {
    errorTitle: t('lost.title'),
    onSuccess: (_, isOpen) => {
      if (isOpen()) onClose();
      onDone?.();
      void refresh(devices.get, devices.list);
      alerts.success(t('lost.done', { name }));
    },
  });
  const said = note.trim();
  const saysChange = useCleaning();
  const send = () => {
    if (saysChange(said)) return;
    report.mutate({ params: { id }, body: said ? { note: said } : {} });
  };
  return (
    <ConfirmDrawer
      title={t('lost.title')}
      confirmLabel={t('lost.report')}
      destructive={false}
      error={report.error}
      pending={report.isPending}
      disabled={wrong !== undefined}
      onConfirm={send}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('lost.text', { name })}</p>
      <form
        noValidate
        aria-label={t('lost.title')}
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong === undefined) send();
        }}
      >
        <TextInput
          label={t('lost.noteLabel')}
          placeholder={t('lost.noteHint')}
          description={<Counter text={note} max={limits.textTag} />}
          error={wrong === undefined ? undefined : messageText(wrong)}
          value={note}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </form>
    </ConfirmDrawer>
  );
}

/** The same for a row of the list. */
export function ReportLostRow({ rows, onDone, onClose }: BulkDialogProps) {
  const id = rows.ids?.[0] ?? '';
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, refetch } = useApi(devices.get, { params: { id } });
  if (data) return <ReportLost id={id} name={data.data.name} onDone={onDone} onClose={onClose} />;
  return (
    <DrawerFrame title={t('lost.title')} onClose={onClose}>
      {error ? (
        <ErrorState
          title={t('devices.loadFailed')}
          text={errorText(error)}
          action={t('common.retry')}
          onAction={() => void refetch()}
        />
      ) : (
        <>
          <Spinner />
          <SlowNotice />
        </>
      )}
    </DrawerFrame>
  );
}
