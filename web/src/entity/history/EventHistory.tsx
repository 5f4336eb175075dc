import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { type EventType, eventTypes } from '@keyward/contract/activity';
import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import { useSession } from '#lib/session.ts';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { Days } from './Days.tsx';
import { fullDayWords } from '#lib/dateWords.ts';
import { Entries } from './Entries.tsx';
import styles from './history.module.css';
import { filtersOf, type HistoryOf, type HistorySearch, shownOf } from './shown.ts';

export type HistoryProps = {
  id: string;
  by: readonly HistoryOf[];
  /** The shown events as the address gives them, and a function to change them; absent: kept in the component. */
  address?: { search: HistorySearch; onSearch: (change: HistorySearch) => void };
  /** Whether the profile may read events. */
  mayRead?: boolean;
  /** Drawn above the events. */
  lines?: ReactNode;
};

/** The events of an object, as far as the profile may read them: counts of the last days, and a list by type and day. */
export function EventHistory({ id, by, address, mayRead = true, lines }: HistoryProps) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [own, setOwn] = useState<HistorySearch>({});
  const search = address?.search ?? own;
  const show = (change: HistorySearch) =>
    address ? address.onSearch(change) : setOwn((before) => ({ ...before, ...change }));
  const shown = shownOf(search, by);
  const { column, events, day } = shown;
  if (!mayRead) return <div className={styles.history}>{lines}</div>;
  const isAll = events.length === 0 && day === undefined;
  const showAll = () => show({ events: undefined, day: undefined });
  return (
    <div className={styles.history}>
      {lines}
      {by.length > 1 ? (
        <SegmentedControl
          fullWidth
          aria-label={t('entity.history.which')}
          data={by.map((value) => ({ value, label: t(`entity.history.of.${value}`) }))}
          value={column}
          onChange={(value) => show({ of: value === by[0] ? undefined : value })}
        />
      ) : null}
      <Days
        key={column}
        filters={filtersOf(id, { ...shown, day: undefined }, zone)}
        day={day}
        onDay={(next) => show({ day: next })}
      />
      <Types events={events} onEvents={(next) => show({ events: next.length > 0 ? next.join() : undefined })} />
      <Entries column={column} filters={filtersOf(id, shown, zone)} {...(isAll ? {} : { onAll: showAll })}>
        {isAll ? null : (
          <p className={styles.filtered}>
            {day === undefined ? t('history.byType') : t('history.onDay', { day: fullDayWords(day) })}
            <Button size="compact-sm" variant="subtle" onClick={showAll}>
              {t('history.all')}
            </Button>
          </p>
        )}
      </Entries>
    </div>
  );
}

/** Chooses among the types of event by their names. */
function Types({ events, onEvents }: { events: readonly EventType[]; onEvents: (events: string[]) => void }) {
  const { t } = useTranslation();
  const { compare } = new Intl.Collator(currentLocale());
  const options = eventTypes
    .map((type) => ({ value: type, label: t(`activity.event.${type}`) }))
    .toSorted((a, b) => compare(a.label, b.label));
  return (
    <MultiSelect
      label={t('history.types.label')}
      placeholder={t('history.types.every')}
      options={options}
      value={events}
      onChange={onEvents}
    />
  );
}
