import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#lib/saveFile.ts';
import { alerts } from '#ui/alerts.ts';
import { useEscape } from '#ui/escape.ts';
import { useBackCloses } from '#ui/useBackCloses.ts';
import styles from './extras.module.css';

/** Recovery codes, which the server shows only once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  // Escape and Back would close the settings, and lose the codes
  useEscape(() => undefined);
  useBackCloses(() => undefined);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => alerts.success(t('settings.passkeys.copied')),
      () => alerts.failure(t('settings.passkeys.copyFailed')),
    );
  const download = () => saveFile(t('settings.passkeys.fileName'), new Blob([text], { type: 'text/plain' }));
  return (
    <div className={styles.form}>
      <h3 className={styles.heading}>{t('settings.passkeys.codesTitle')}</h3>
      <p className={styles.plain}>{t('settings.passkeys.codesText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => void copy()}>
          {t('settings.passkeys.copy')}
        </Button>
        <Button variant="default" onClick={download}>
          {t('settings.passkeys.download')}
        </Button>
        <Button autoFocus onClick={onClose}>
          {t('settings.passkeys.codesKept')}
        </Button>
      </div>
    </div>
  );
}
