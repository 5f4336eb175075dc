import type { ProfileImport } from '@keyward/contract/imports';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { numberWords } from '#lib/numbers.ts';
import { decisions, outcomes, type RowFilter } from './importFilter.ts';
import styles from './upload.module.css';

const none = {
  create: 0,
  update: 0,
  error: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  deleted: 0,
  restored: 0,
  kept: 0,
  failed: 0,
};
/** Counts, with zeros for the absent ones. */
export const countsOf = ({ counts }: ProfileImport) => ({
  ...none,
  ...counts,
});

type ChipProps = { name: string; count: number; label: string; pressed: boolean; onClick: () => void };
/** A number of rows; pressing it shows these rows alone. */
export function CountChip({ name, count, label, pressed, onClick }: ChipProps) {
  const { i18n } = useTranslation();
  return (
    <UnstyledButton
      className={styles.count}
      data-count={name}
      aria-pressed={pressed}
      disabled={count === 0}
      onClick={onClick}
    >
      <strong>{numberWords(count, i18n.language)}</strong> {label}
    </UnstyledButton>
  );
}

type Props = { plan: ProfileImport; only: RowFilter | undefined; onChange: (only: RowFilter | undefined) => void };

/** Numbers of rows by decision or outcome. */
export function ImportCounts({ plan: { state, counts }, only, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const chip = (name: RowFilter, label: string) => (
    <CountChip
      key={name}
      name={name}
      count={counts[name] ?? 0}
      label={label}
      pressed={only === name}
      onClick={() => onChange(only === name ? undefined : name)}
    />
  );
  return (
    <div className={styles.counts} role="group" aria-label={t('imports.show')}>
      {outcomes[state]?.map((name) => chip(name, t(`imports.outcome.${name}`))) ??
        decisions.map((name) => chip(name, t(`imports.counts.${name}`)))}
      {counts.cleared ? (
        <span className={styles.quiet}>{t('imports.cleared', { n: numberWords(counts.cleared, i18n.language) })}</span>
      ) : null}
    </div>
  );
}
