import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '#lib/useSecondsLeft.ts';
import type { ShownCode } from './useCode.ts';
import styles from './code.module.css';

const period = 60;
const length = 2 * Math.PI * 20;

/** A ring that empties as the seconds pass. */
function Ring({ seconds }: { seconds: number }) {
  return (
    <span className={styles.ring} aria-hidden="true">
      <svg width="52" height="52" viewBox="0 0 48 48">
        <circle cx="24" cy="24" r="20" />
        <circle
          cx="24"
          cy="24"
          r="20"
          pathLength={length}
          strokeDasharray={length}
          strokeDashoffset={length * (1 - seconds / period)}
          data-few={seconds <= 10}
        />
      </svg>
      <span>{seconds}</span>
    </span>
  );
}

/** The code in two groups, and the time until the next one. Screen readers get the code from KeyCode. */
export function CodeView({ shown: { code, ends }, onHide }: { shown: ShownCode; onHide: () => void }) {
  const { t } = useTranslation();
  const seconds = Math.min(period, useSecondsLeft(ends));
  return (
    <div className={styles.code}>
      <div className={styles.digits}>
        {code === null ? (
          <p>{t('invitationPage.usedCode')}</p>
        ) : (
          <output aria-hidden="true">
            <span>{code.slice(0, 4)}</span>
            <span>{code.slice(4)}</span>
          </output>
        )}
        <Ring seconds={seconds} />
      </div>
      <p className={styles.hint}>{t('invitationPage.codeHint')}</p>
      <Button variant="default" fullWidth onClick={onHide}>
        {t('invitationPage.hideCode')}
      </Button>
    </div>
  );
}
