import { limits } from '@keyward/contract/limits';
import type { FilterMeta } from '@keyward/contract/list';
import { periodNames } from '@keyward/contract/periods';
import type { ListResource } from '@keyward/contract/resources';
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListZone } from '#list/listZone.ts';
import { DateTimeRange } from '#ui/DateTimeRange.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import {
  type Condition,
  conditionsFor,
  type Fault,
  type Faults,
  type Field,
  noValue,
  numberFault,
} from './filterForm.ts';
import styles from './filters.module.css';
import { useFilterNames } from './filterWords.ts';
import { useFilterOptions } from './useFilterOptions.ts';

type Props = {
  resource: ListResource;
  meta: FilterMeta;
  field: Field;
  faults: Faults;
  /** The filter as text, where the form has no condition for it. */
  words: string;
  onChange: (change: Partial<Field>) => void;
  /** The typed text is not a number and is removed; the field says so. */
  onFault: (fault: Fault) => void;
};
type ValueProps = Props & { label: string; error: string | undefined };

const withoutValue: readonly (Condition | '')[] = ['isEmpty', 'isNotEmpty', ...periodNames];

/** One filter of the drawer: its condition and the value for it. Specification, part 2, section 3 'Filter'. */
export function FilterField(props: Props) {
  const { meta, field, faults, words, onChange } = props;
  const { t } = useTranslation();
  const names = useFilterNames();
  const name = names.column(meta);
  const conditions: Condition[] = [
    ...conditionsFor(meta),
    ...(field.condition === 'other' ? (['other'] as const) : []),
  ];
  const wordsOf = (fault: Fault | undefined) =>
    fault && t(`list.faults.${fault}`, fault === 'tooMany' ? { limit: limits.filterValues } : {});
  const value = { ...props, label: t('filters.value', { name }), error: wordsOf(faults.value) };
  return (
    <fieldset className={styles.field} disabled={meta.disabled}>
      <legend>{name}</legend>
      <div className={styles.row}>
        <Select
          aria-label={t('filters.condition', { name })}
          data={conditions.map((condition) => ({ value: condition, label: t(`filters.conditions.${condition}`) }))}
          value={field.condition || null}
          placeholder={t('filters.chooseCondition')}
          error={wordsOf(faults.condition)}
          disabled={meta.disabled}
          clearable={meta.filterType === 'text' || meta.filterType === 'number'}
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          allowDeselect={false}
          onChange={(chosen) => onChange({ condition: conditions.find((condition) => condition === chosen) ?? '' })}
        />
        {withoutValue.includes(field.condition) ? null : field.condition === 'other' ? (
          <p className={styles.words}>{words}</p>
        ) : (
          <Value {...value} />
        )}
      </div>
    </fieldset>
  );
}

function Value(props: ValueProps) {
  const { meta, field, label, error, onChange } = props;
  const { zone } = useListZone();
  switch (meta.filterType) {
    case 'text':
    case 'number':
      return <Typed {...props} />;
    case 'dateRange':
      return (
        <DateTimeRange
          label={label}
          from={field.from}
          to={field.to}
          zone={zone}
          endOnly={field.condition === 'isUntil'}
          error={error}
          onChange={(from, to) => onChange({ from, to })}
        />
      );
    case 'select':
      return <One {...props} />;
    case 'multiSelect':
    case 'multiSelectTag':
      return <Several {...props} />;
  }
}

/** Text, trimmed on blur; or a whole number: any other input is removed on blur. */
function Typed({ meta, field, label, error, onChange, onFault }: ValueProps) {
  const isNumber = meta.filterType === 'number';
  const leave = () => {
    const text = field.text.trim();
    const fault = isNumber && text ? numberFault(text) : undefined;
    onChange({ text: fault ? '' : text });
    if (fault) onFault(fault);
  };
  return (
    <TextInput
      aria-label={label}
      value={field.text}
      error={error}
      maxLength={limits.search}
      disabled={meta.disabled}
      autoComplete="off"
      {...(isNumber ? { inputMode: 'numeric' as const } : {})}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
      onBlur={leave}
    />
  );
}

function One({ resource, meta, field, label, error, onChange }: ValueProps) {
  const { t } = useTranslation();
  const { options, onSearch } = useFilterOptions(resource, meta);
  const [chosen] = field.values;
  const known = chosen === undefined || options.some(({ value }) => value === chosen);
  return (
    <Select
      aria-label={label}
      data={known ? options : [...options, { value: chosen, label: chosen }]}
      value={chosen ?? null}
      error={error}
      placeholder={t('list.tags.selectValues')}
      nothingFoundMessage={t('filters.select.none')}
      disabled={meta.disabled}
      searchable={options.length > 7 || onSearch !== undefined}
      {...(onSearch ? { onSearchChange: onSearch } : {})}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      onChange={(value) => onChange({ values: value === null ? [] : [value] })}
    />
  );
}

function Several({ resource, meta, field, label, error, onChange }: ValueProps) {
  const { options, every, ...lookup } = useFilterOptions(resource, meta);
  const names = useFilterNames();
  const all = meta.nullable ? [...options, { value: noValue, label: names.value(meta, noValue) }] : options;
  const othersThan = (values: readonly string[]) =>
    every && [...every, ...(meta.nullable ? [noValue] : [])].filter((value) => !values.includes(value));
  return (
    <MultiSelect
      label={label}
      labelHidden
      options={all}
      value={field.values}
      error={error}
      disabled={meta.disabled}
      onChange={(values) => onChange({ values, others: othersThan(values) })}
      {...lookup}
    />
  );
}
