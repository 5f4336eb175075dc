import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/states.tsx';

/** What stands in for a page that broke or could not be loaded. */
export function Failed() {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('shell.failedTitle')}
      text={t('shell.failedText')}
      action={t('shell.reload')}
      onAction={() => location.reload()}
    />
  );
}
