import { periodOf, periods } from '@keyward/contract/periods';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useListZone } from '#list/listZone.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { DateTimeRange } from '#ui/DateTimeRange.tsx';
import { type Fault, faultsOf, type Field } from './filterForm.ts';
import { printField, readField } from './filterText.ts';
import { namedPeriod } from './namedPeriod.ts';
import styles from './tools.module.css';

const Periods = lazily(async () => (await import('./Periods.tsx')).Periods, { texts: ['filters'] });
const PeriodName = lazily(async () => (await import('./Periods.tsx')).PeriodName, { texts: ['filters'] });

/** The filter stays on screen, with its focus, while the name loads. */
const LatePeriodName = ({ filter }: { filter: string }) => (
  <Suspense fallback="…">
    <PeriodName filter={filter} />
  </Suspense>
);

type Props = { column: string; filters: Filters; onApply: (filters: Filters) => void };
const meta = { filterType: 'dateRange', nullable: false } as const;

/** The date range of a list of events. Specification, part 2, section 2 'Date-range filter'. */
export function DateRangeFilter({ column, filters, onApply }: Props) {
  const { t } = useTranslation();
  const { zone } = useListZone();
  const text = filters[column];
  const [draft, setDraft] = useState<{ of: string | undefined; field: Field; fault?: Fault | undefined }>();
  // a draft is dropped when the filter changes elsewhere: in the drawer, in the bar, by Back
  const begun = draft?.of === text ? draft : undefined;
  const read = readField(meta, text, zone);
  const field = begun?.field ?? (read.condition === 'isBetween' ? read : { ...read, condition: 'isBetween' });
  const applyFilter = (next: string | undefined) => {
    const { [column]: _, ...others } = filters;
    setDraft(undefined);
    onApply(next ? { ...others, [column]: next } : others);
  };
  const apply = (chosen: Field) => {
    const fault = faultsOf(meta, chosen).value;
    if (fault) return setDraft({ of: text, field: chosen, fault });
    applyFilter(printField(meta, chosen, zone, text));
  };
  const period = begun || text === undefined || !periodOf(text) ? undefined : text;
  return (
    <div className={styles.dates}>
      <DateTimeRange
        label={t('list.dates.label')}
        from={field.from}
        to={field.to}
        zone={zone}
        error={begun?.fault && t(`list.faults.${begun.fault}`, { limit: 0 })}
        {...(period ? { instead: <LatePeriodName filter={period} /> } : {})}
        beside={(close) => (
          <Periods
            chosen={period}
            onChoose={(filter) => {
              applyFilter(filter);
              close();
            }}
          />
        )}
        onChange={(from, to) => setDraft({ of: text, field: { ...field, from, to } })}
        onEnter={(from, to) => apply({ ...field, from, to })}
        named={(typed) => {
          const chosen = namedPeriod(typed, (name) => t(`filters.periods.${name}`));
          return chosen && (() => applyFilter(periods[chosen]));
        }}
      />
      <Button variant="default" disabled={!begun} onClick={() => apply(field)}>
        {t('list.dates.apply')}
      </Button>
    </div>
  );
}
