import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { alerts } from '#ui/alerts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ListReport } from './ListReport.tsx';
import type { PrintProps } from './printProps.ts';
import { printLimit, readRows } from './readRows.ts';
import styles from './report.module.css';

/** Reads the rows, then prints them as a report instead of the page. Mounted means under way. */
export function PrintList(props: PrintProps) {
  const { list, query, rows, total, isShown, isWhole, onDone } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const needed = Math.min(total, printLimit);
  const isLoaded = !isWhole || (isShown && rows.length >= needed);
  const [read, setRead] = useState(0);
  const [printed, setPrinted] = useState(isLoaded ? { rows: rows.slice(0, printLimit), total } : undefined);
  const begin = useEffectEvent((signal: AbortSignal) => {
    if (isLoaded) return;
    readRows(list, query, signal, setRead).then(setPrinted, (error: unknown) => {
      if (signal.aborted) return;
      alerts.failure(errorText(error instanceof Error ? error : null), t('print.failed'));
      onDone();
    });
  });
  // requests are outside React
  useEffect(() => {
    const stop = new AbortController();
    begin(stop.signal);
    return () => stop.abort();
  }, []);
  if (printed) return <ListReport {...props} {...printed} />;
  return (
    <Dialog onClose={onDone} title={t('print.title')}>
      <p className={styles.words} role="status">
        {isShown ? t('print.reading', { rows: read, total: needed }) : t('common.loading')}
      </p>
      <progress
        className={styles.progress}
        {...(isShown ? { value: read, max: needed } : {})}
        aria-label={t('print.title')}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
