import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { passing } from '#lib/api.ts';
import { ErrorState } from '#ui/states.tsx';

const againMs = 5000;

/** Replaces a page that crashed or failed to load. Retries automatically when the server could not be reached. */
export function Failed({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const unreachable = error instanceof Error && passing(error);
  const again = useEffectEvent(() => void router.invalidate());
  // timers and the connection state are outside React
  useEffect(() => {
    if (!unreachable) return;
    const timer = setInterval(() => again(), againMs);
    const back = () => again();
    addEventListener('online', back);
    return () => {
      clearInterval(timer);
      removeEventListener('online', back);
    };
  }, [unreachable]);
  return (
    <ErrorState
      title={t('shell.failedTitle')}
      text={t(unreachable ? 'common.partLate' : 'shell.failedText')}
      action={t(unreachable ? 'common.retry' : 'common.reload')}
      onAction={() => (unreachable ? void router.invalidate() : location.reload())}
    />
  );
}
