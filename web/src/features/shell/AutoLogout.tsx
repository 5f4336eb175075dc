import { settings } from '@keyward/contract/account-calls';
import i18next from 'i18next';
import { Suspense, useEffect, useState } from 'react';
import { useApi } from '#lib/api.ts';
import { addErrorTexts } from '#lib/i18n.ts';
import { lazily } from '#lib/lazily.ts';
import { watchIdle } from './idle.ts';

const IdleWarning = lazily(async () => (await import('./IdleWarning.tsx')).IdleWarning, { later: 2000 });

/** Signs out idle sessions, after a warning. Specification, part 1, section 4 'Auto-logout'. */
export function AutoLogout() {
  const { data } = useApi(
    settings.tenantConfig,
    { params: { name: 'autoLogoutTimeoutMins' } },
    { staleTime: Infinity },
  );
  const minutes = data?.data ?? 0;
  const [end, setEnd] = useState<number | null>(null);
  // user input, timers and the other tabs are outside React
  useEffect(
    () =>
      minutes > 0
        ? watchIdle({
            minutes,
            onWarning: (at) => {
              if (at !== null) void addErrorTexts();
              setEnd(at);
            },
            reason: () => i18next.t('session.autoLogoutMessage'),
            ended: async () => {
              await addErrorTexts();
              return i18next.t('errors.sessionExpired');
            },
          })
        : undefined,
    [minutes],
  );
  // the connection may be lost by the time of the warning
  useEffect(() => void IdleWarning.preload(), []);
  return end === null ? null : (
    <Suspense>
      <IdleWarning end={end} />
    </Suspense>
  );
}
