import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { percentWords } from '#lib/numbers.ts';
import styles from './csv.module.css';
import type { CsvDownload } from './download.ts';

/** Time after which a download shows its progress, in ms. */
const shownAfterMs = 1000;

type Props = { download: CsvDownload; onCancel: () => void };

/** A running download: spinner, Cancel and, once it takes longer, rows and percent. */
export function CsvProgress({ download, onCancel }: Props) {
  const { t, i18n } = useTranslation();
  const { rows, total } = download;
  const [late, setLate] = useState(false);
  // timers are outside React
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const share = total ? Math.min(1, rows / total) : 0;
  const percent = percentWords(share, i18n.language);
  return (
    <div className={styles.box}>
      <Loader size={14} />
      {/* announced by the live region of the button */}
      <span aria-hidden>{download.words}</span>
      {late && total ? (
        <span className={styles.progress}>
          <span
            role="progressbar"
            aria-label={download.words}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
            className={styles.bar}
          >
            <span style={{ width: `${share * 100}%` }} />
          </span>
          <span className={styles.figures}>{t('list.csv.rows', { rows, total, percent })}</span>
        </span>
      ) : null}
      <Button variant="subtle" size="compact-sm" className={styles.cancel ?? ''} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
