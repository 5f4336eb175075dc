import { cardReads, cardViews, type MetricReport } from '@keyward/contract/metric-reports';
import { ActionIcon } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { IconEye } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';

const NewWatch = lazily(async () => (await import('#parts/NewWatch.tsx')).NewWatch, { texts: ['watches'] });

/** Watches the rows of a card, with the rights to read and watch them; people with several keys are rows of no list. */
export function TellMe({ report, filters }: { report: MetricReport; filters: Filters }) {
  const { t } = useTranslation();
  const { me, authority } = useSession();
  const [open, setOpen] = useState(false);
  const view = cardViews[report];
  if (me.support || !view || !cardReads(report).holds(authority)) return null;
  const title = t(`dashboard.cards.${report}.title`);
  return (
    <>
      <Tip label={t('dashboard.tellMe')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${t('dashboard.tellMe')}: ${title}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconEye size={18} />
        </ActionIcon>
      </Tip>
      {open ? (
        <Suspense>
          <NewWatch
            watched={{ ...view, filter: { ...filters }, search: '' }}
            name={title}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
