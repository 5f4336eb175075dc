import { activity } from '@keyward/contract/activity';
import { can } from '@keyward/contract/permissions';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvSource } from '#list/CsvButton.tsx';
import { EntityList } from '#list/EntityList.tsx';
import { useListUrl } from '#list/useListUrl.ts';
import { IconActivity } from '#ui/icons.tsx';
import { eventCells } from './cells.tsx';

// the list shows without the weight of its details
const ActivityDrawer = lazy(async () => ({ default: (await import('./drawer.tsx')).ActivityDrawer }));

const csv: CsvSource = { name: 'activity', choices: [{ rule: can.exportEvents }] };

export function ActivityPage() {
  const { t } = useTranslation();
  const url = useListUrl();
  const { open } = url.search;
  return (
    <>
      <EntityList
        title={t('activity.title')}
        resource="event"
        list={activity.list}
        renderers={eventCells}
        dateRange="event_time"
        csv={csv}
        firstUse={{
          title: t('list.empty.event.title'),
          hint: t('list.empty.event.hint'),
          icon: <IconActivity size={24} />,
        }}
      />
      {open ? (
        <Suspense>
          <ActivityDrawer id={open} onClose={url.close} />
        </Suspense>
      ) : null}
    </>
  );
}
