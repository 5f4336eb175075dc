import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { IconClock } from '#ui/icons.tsx';

const NewReport = lazily(async () => (await import('#parts/NewReport.tsx')).NewReport, {
  texts: ['reports', 'settings'],
});

/** Schedules a report that mails the profile the figures of its cards; not in a support session. */
export function SendReport({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const { me } = useSession();
  const [open, setOpen] = useState(false);
  if (me.support) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconClock size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('dashboard.sendReport')}
      </Button>
      {open ? (
        <Suspense>
          <NewReport
            reported={{ what: 'dashboard', filter: { ...filters } }}
            name={t('dashboard.title')}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
