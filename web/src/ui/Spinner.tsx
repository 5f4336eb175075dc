import { Loader, type LoaderProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/**
 * A placeholder for content; says 'Loading…' unless `label` says more. Beside a text, a `Loader` is enough.
 */
export function Spinner({ label, ...props }: LoaderProps & { label?: string }) {
  const { t } = useTranslation();
  // a name without a role is not read out
  return <Loader role="progressbar" aria-label={label ?? t('common.loading')} {...props} />;
}
