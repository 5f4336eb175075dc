import { activity } from '@keyward/contract/calls';
import { entityKinds } from '@keyward/contract/kinds';
import { useTranslation } from 'react-i18next';
import { EntityPage } from '#entity/EntityPage.tsx';
import { lazily } from '#lib/lazily.ts';
import { useListUrl } from '#list/useListUrl.ts';
import { eventTexts } from '#texts/namespaces.ts';
import { IconActivity } from '#ui/icons.tsx';
import { eventCells } from './cells.tsx';
import { eventCsv } from './csv.ts';
import { histogramRoom } from './histogramFold.ts';
import { useSubject } from './useSubject.ts';

// keeps the details out of the list's bundle
const ActivityDrawer = lazily(async () => (await import('./drawer.tsx')).ActivityDrawer, {
  texts: [...eventTexts, 'bulk', 'event'],
});
const ActivityOnPhone = lazily(async () => (await import('./phone.tsx')).ActivityOnPhone, {
  texts: ['activity', 'event'],
});

// the bars load after the rows
const above = {
  part: lazily(async () => (await import('./Histogram.tsx')).Histogram, {
    texts: ['histogram', 'pictures', 'filters'],
  }),
  room: histogramRoom,
};

const tabs = {
  column: 'entity_domain',
  values: entityKinds,
  part: lazily(async () => (await import('./KindSegment.tsx')).KindSegment, { texts: ['activity', 'views'] }),
};

/** Events of one kind of entity. Specification, part 2, section 2 'Activity (History) list'. */
export function ActivityPage() {
  const { t } = useTranslation();
  const subject = useSubject(useListUrl().search);
  return (
    <EntityPage
      resource="event"
      icon={IconActivity}
      heading={subject && t('activity.titleOf', { name: subject.name })}
      named={subject?.filters}
      list={activity.list}
      renderers={eventCells}
      onPhone={ActivityOnPhone}
      showsTags
      dateRange="event_time"
      above={above}
      tabs={tabs}
      csv={eventCsv}
      drawer={ActivityDrawer}
    />
  );
}
