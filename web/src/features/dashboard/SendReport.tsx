import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { IconClock } from '#ui/icons.tsx';

const NewReport = lazily(async () => (await import('#parts/NewReport.tsx')).NewReport, {
  texts: ['reports', 'settings'],
});

/** Mails oneself the figures of one's cards from now on. */
export function SendReport({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
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
