import { pins } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submit } from '#lib/api.ts';
import { request } from '#lib/call.ts';
import { saveFile } from '#lib/saveFile.ts';
import { useSending } from '#lib/useSending.ts';
import type { CsvDialogProps } from '#list/csv/shape.ts';
import { alerts } from '#ui/alerts.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { useCleaning } from '#ui/useCleaning.ts';
import { useDrawerFailure } from '#ui/useDrawerFailure.ts';
import { useOnScreen } from '#ui/useOnScreen.ts';
import styles from './pins.module.css';

/** Downloads the profiles of the list with their PINs, for a reason. The call asks for a confirmation of identity. */
export function ExportPins({ query, total, onClose }: CsvDialogProps) {
  const { t } = useTranslation();
  const sending = useSending();
  const isOpen = useOnScreen();
  const fail = useDrawerFailure('read');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const saysChange = useCleaning();
  const download = async () => {
    if (reason.trim() === '') return setMissing(true);
    if (saysChange(reason) || !sending.begin()) return;
    try {
      const body = { reason, filterData: query };
      const file = await submit(`export of PINs ${JSON.stringify(body)}`, async () =>
        (await request(pins.export, { body })).blob(),
      );
      saveFile(`${t('pins.export.fileName')}.csv`, file);
      alerts.success(t('pins.export.done'));
      if (isOpen()) onClose();
    } catch (error) {
      fail(error, t('pins.export.failed'));
    } finally {
      sending.end();
    }
  };
  return (
    <ConfirmDrawer
      title={t('pins.export.title')}
      confirmLabel={t('pins.export.download')}
      destructive={false}
      error={null}
      pending={sending.pending}
      onConfirm={() => void download()}
      onClose={onClose}
    >
      <p className={styles.text}>
        <strong>{t('pins.export.profiles', { count: total })}</strong> {t('pins.export.text')}
      </p>
      <TextInput
        label={t('pins.export.reason')}
        description={t('pins.export.recorded')}
        value={reason}
        maxLength={limits.reason}
        required
        data-autofocus
        error={missing ? t('form.required') : undefined}
        onChange={({ currentTarget }) => {
          setMissing(false);
          setReason(currentTarget.value);
        }}
      />
      <p className={styles.hint}>{t('pins.export.leftOut')}</p>
    </ConfirmDrawer>
  );
}
