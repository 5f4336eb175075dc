import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';

const OfflineNotice = lazily(async () => (await import('./OfflineNotice.tsx')).OfflineNotice, { later: 2000 });

/**
 * Notice of a lost connection. Once dismissed, it returns only after the next loss. Its code loads after the first page; until
 * then, the text is shown at the foot of the page.
 */
export function Offline() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(() => !navigator.onLine);
  // the connection state is outside React
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('offline', () => setShown(true), { signal: stop.signal });
    addEventListener('online', () => setShown(false), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    <Suspense fallback={shown ? <p role="alert">{t('session.offline.text')}</p> : null}>
      <OfflineNotice opened={shown} onClose={() => setShown(false)} />
    </Suspense>
  );
}
