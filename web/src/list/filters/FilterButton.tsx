import type { FilterMeta } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { ActionIcon } from '@mantine/core';
import { type Ref, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { IconFilter } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import styles from './tools.module.css';

const FilterDrawer = lazily(async () => (await import('./FilterDrawer.tsx')).FilterDrawer, { texts: ['filters'] });

type Props = {
  resource: ListResource;
  /** Undefined until the views are loaded. */
  schema: readonly FilterMeta[] | undefined;
  filters: Filters;
  ref: Ref<HTMLButtonElement>;
  onApply: (filters: Filters) => void;
};

/** Opens the filters of a list, and shows how many are set. */
export function FilterButton({ resource, schema, filters, ref, onApply }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const count = Object.keys(filters).length;
  const label = count ? t('list.filterActive', { active: count }) : t('list.filter');
  return (
    <>
      <Tip label={label}>
        <ActionIcon
          ref={ref}
          variant="default"
          size={36}
          className={styles.filterButton ?? ''}
          aria-label={label}
          aria-haspopup="dialog"
          data-count={count || undefined}
          disabled={!schema}
          onClick={() => setOpen(true)}
        >
          <IconFilter />
        </ActionIcon>
      </Tip>
      {open && schema ? (
        <Suspense>
          <FilterDrawer
            resource={resource}
            schema={schema}
            filters={filters}
            onApply={onApply}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
