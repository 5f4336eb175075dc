import { activity } from '@keyward/contract/calls';
import { entityKinds } from '@keyward/contract/kinds';
import { can } from '@keyward/contract/permissions';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { CsvSource } from '#list/csv/CsvButton.tsx';
import { EntityList } from '#list/EntityList.tsx';
import { useListUrl } from '#list/useListUrl.ts';
import { IconActivity } from '#ui/icons.tsx';
import { eventCells } from './cells.tsx';
import { useSubject } from './useSubject.ts';

// the list shows without the weight of its details
const ActivityDrawer = lazily(async () => (await import('./drawer.tsx')).ActivityDrawer, {
  texts: ['activity', 'devices', 'groups', 'profiles', 'roles', 'settings', 'views'],
});

/** Events of one kind of entity. Specification, part 2, section 2 'Activity (History) list'. */
const tabs = { column: 'entity_domain', values: entityKinds };
const csv: CsvSource = {
  name: 'activity',
  kinds: {
    'description.entityName': 'exported',
    'description.changes.attribute': 'changes',
    'description.changes.oldValue': 'changes',
    'description.changes.newValue': 'changes',
  },
  choices: [{ rule: can.exportEvents }],
};

export function ActivityPage() {
  const { t } = useTranslation();
  const url = useListUrl();
  const { open } = url.search;
  const subject = useSubject(url.search);
  return (
    <>
      <EntityList
        title={t('activity.title')}
        heading={subject && t('activity.titleOf', { name: subject.name })}
        named={subject?.filters}
        resource="event"
        list={activity.list}
        renderers={eventCells}
        dateRange="event_time"
        tabs={tabs}
        csv={csv}
        firstUse={{
          title: t('activity.empty.title'),
          hint: t('activity.empty.hint'),
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
