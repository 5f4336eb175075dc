import { parseFilter } from '@keyward/contract/list';
import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLookup } from '#lib/lookup.ts';
import styles from './list.module.css';

type Props = { filters: Record<string, string>; onRemove: (column?: string) => void };

/** One filter in words a person can check: its values, without the grammar around them. */
function wordsOf(text: string): string {
  const filter = parseFilter(text);
  switch (filter.op) {
    case 'in':
      return filter.values.join(', ');
    case 'like':
      return filter.pattern.map((part) => (part === '*' ? '…' : part.text)).join('');
    case 'range':
      return `${filter.from} – ${filter.to}`;
    case 'gt':
    case 'gte':
      return `> ${filter.value}`;
    case 'lt':
    case 'lte':
      return `< ${filter.value}`;
    default:
      return text;
  }
}

/** 'filtered by', each filter with its value, and the ways to take them off. */
export function ActiveFilters({ filters, onRemove }: Props) {
  const { t } = useTranslation();
  const lookup = useLookup();
  const active = Object.entries(filters);
  if (!active.length) return null;
  return (
    <div className={styles.filters}>
      <span className={styles.quiet}>{t('list.filteredBy')}</span>
      {active.map(([column, value]) => {
        const name = lookup(`columns.${column}`, column);
        return (
          <span key={column} className={styles.filter}>
            <strong>{name}</strong> {wordsOf(value)}
            <CloseButton
              size="sm"
              aria-label={t('list.removeFilter', { column: name })}
              onClick={() => onRemove(column)}
            />
          </span>
        );
      })}
      <button type="button" className={styles.textButton} onClick={() => onRemove()}>
        {t('list.clearFilters')}
      </button>
    </div>
  );
}
