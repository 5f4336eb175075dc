import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Holds the focus of a dropdown whose content is still being loaded. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <div tabIndex={-1} data-autofocus style={{ padding: 12, outline: 'none' }}>
      <Loader size={18} aria-label={t('common.loading')} />
    </div>
  );
}
