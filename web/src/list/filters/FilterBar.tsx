import type { FilterMeta } from '@keyward/contract/list';
import { ActionIcon, CloseButton } from '@mantine/core';
import { type RefObject, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { IconFilterOff } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import styles from './filters.module.css';
import { useActiveFilters } from './useActiveFilters.ts';

// few links name rows by their ids
const RowNames = lazily(async () => (await import('./RowNames.tsx')).RowNames);

/** By column: the display name of the filter and of its value. */
export type NamedFilters = Readonly<Record<string, { name: string; words: string }>>;
type Props = {
  schema: readonly FilterMeta[];
  filters: Filters;
  named: NamedFilters | undefined;
  /** The button that opens the filters. */
  opener: RefObject<HTMLElement | null>;
  onRemove: (columns: string[]) => void;
};

/** 'filtered by', each filter with its value as text, and buttons to remove them. */
export function FilterBar({ schema, filters, named, opener, onRemove }: Props) {
  const { t } = useTranslation();
  const active = useActiveFilters(schema, filters, named);
  // a pressed button disappears with its filter, and so would the focus
  const remove = (columns: string[], chip?: Element | null) => {
    const next = chip?.nextElementSibling ?? chip?.previousElementSibling;
    (next?.querySelector('button') ?? opener.current)?.focus();
    onRemove(columns);
  };
  return (
    <div className={styles.bar}>
      <span className={styles.quiet} id="filtered-by">
        {t('list.filteredBy')}
      </span>
      <ul aria-labelledby="filtered-by" className={styles.chips}>
        {active.map(({ column, name, words, unnamed }) => (
          <li key={column} className={styles.chip}>
            <span title={words}>
              <strong>{name}</strong>{' '}
              {unnamed.length ? (
                <Suspense fallback={words}>
                  <RowNames column={column} ids={unnamed} otherwise={words} />
                </Suspense>
              ) : (
                words
              )}
            </span>
            <CloseButton
              size={24}
              iconSize={14}
              aria-label={t('list.removeFilter', { column: name })}
              onClick={(event) => remove([column], event.currentTarget.closest('li'))}
            />
          </li>
        ))}
      </ul>
      <Tip label={t('list.clearFilters')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('list.clearFilters')}
          onClick={() => remove(active.map(({ column }) => column))}
        >
          <IconFilterOff size={16} />
        </ActionIcon>
      </Tip>
    </div>
  );
}
