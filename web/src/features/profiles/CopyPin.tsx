import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { alerts, showAlert } from '#ui/alerts.ts';
import { IconCopy } from '#ui/icons.tsx';

/** Copies a PIN and confirms that in an alert. */
export function CopyPin({ digits }: { digits: string }) {
  const { t } = useTranslation();
  const copy = () =>
    // the clipboard requires a secure context
    Promise.resolve(navigator.clipboard?.writeText(digits) ?? Promise.reject(new Error('no clipboard'))).then(
      () => alerts.success(t('pins.copied')),
      () => showAlert('drawer', { type: 'Failure', message: t('pins.copyFailed') }),
    );
  return (
    <ActionIcon variant="default" size={36} aria-label={t('pins.copy')} onClick={() => void copy()}>
      <IconCopy />
    </ActionIcon>
  );
}
