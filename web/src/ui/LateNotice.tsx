import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { tryNow, useFailing } from '#lib/persist.ts';
import styles from './states.module.css';

/** Says that a part of the page could not be loaded yet. The rest of the page stays as it is. */
export function LateNotice() {
  const { t } = useTranslation();
  const { parts, stubborn } = useFailing();
  return (
    <div role="status" className={styles.late}>
      {parts > 0 ? (
        <>
          <span>{t('common.partLate')}</span>
          <Button size="xs" variant="default" onClick={stubborn ? () => location.reload() : tryNow}>
            {t(stubborn ? 'common.reload' : 'common.retry')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
