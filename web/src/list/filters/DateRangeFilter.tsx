import { type Period, periodNames, periods } from '@keyward/contract/periods';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useListZone } from '#list/listZone.ts';
import type { Filters } from '#lib/storedFilters.ts';
import type { TypedRange } from '#lib/typedDates.ts';
import { DateTimeRange } from '#ui/DateTimeRange.tsx';
import { emptyField, type Fault, faultsOf, type Field } from './filterForm.ts';
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
/**
 * The value that 'Apply' takes: the typed one, else the picked one. `of`: the filter that it replaces. A text without a meaning
 * leaves the picked value.
 */
type Draft = {
  of: string | undefined;
  picked?: Field | undefined;
  typed?: Field | undefined;
  fault?: Fault | undefined;
};
const meta = { filterType: 'dateRange', nullable: false } as const;

/** The date range of a list of events. Specification, part 2, section 2 'Date-range filter'. */
export function DateRangeFilter({ column, filters, onApply }: Props) {
  const { t } = useTranslation();
  const { zone } = useListZone();
  const text = filters[column];
  const [draft, setDraft] = useState<Draft>();
  // a draft is dropped when the filter changes elsewhere: in the drawer, in the bar, by Back
  const begun = draft?.of === text ? draft : undefined;
  const chosen = begun?.typed ?? begun?.picked;
  const shown = chosen ?? readField(meta, text, zone);
  const field: Field = { ...shown, condition: 'isBetween' };
  const applyFilter = (next: string | undefined) => {
    const { [column]: _, ...others } = filters;
    setDraft(undefined);
    onApply(next ? { ...others, [column]: next } : others);
  };
  const apply = (next: Field) => {
    const fault = faultsOf(meta, next).value;
    if (fault) return setDraft({ of: text, picked: next, fault });
    applyFilter(printField(meta, next, zone, text));
  };
  const periodNamed = (words: string): Period | undefined => namedPeriod(words, (name) => t(`filters.periods.${name}`));
  const fieldTyped = (words: string, range: TypedRange | undefined): Field | undefined => {
    const named = periodNamed(words);
    if (named) return { ...emptyField(meta), condition: named };
    return range && { ...emptyField(meta), ...range };
  };
  const period = periodNames.find((name) => name === shown.condition);
  return (
    <div className={styles.dates}>
      <DateTimeRange
        label={t('list.dates.label')}
        from={field.from}
        to={field.to}
        zone={zone}
        error={begun?.fault && t(`list.faults.${begun.fault}`, { limit: 0 })}
        {...(period ? { instead: <LatePeriodName filter={periods[period]} /> } : {})}
        beside={(close) => (
          <Periods
            chosen={period && periods[period]}
            onChoose={(filter) => {
              applyFilter(filter);
              close();
            }}
          />
        )}
        onChange={(from, to) => setDraft({ of: text, picked: { ...field, from, to } })}
        // the parser may answer after other parts were chosen
        onTyped={(words, range) =>
          setDraft((now) => ({
            of: text,
            picked: now?.of === text ? now?.picked : undefined,
            typed: fieldTyped(words, range),
          }))
        }
        onEnter={(from, to) => apply({ ...field, from, to })}
        named={(words) => {
          const named = periodNamed(words);
          return named && (() => applyFilter(periods[named]));
        }}
      />
      <Button variant="default" disabled={!chosen} onClick={() => chosen && apply(chosen)}>
        {t('list.dates.apply')}
      </Button>
    </div>
  );
}
