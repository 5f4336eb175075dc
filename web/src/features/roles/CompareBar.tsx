import type { Role } from '@keyward/contract/roles';
import { Button, Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '#parts/useRoleName.ts';
import styles from './roles.module.css';
import type { Compare } from './useCompare.ts';

type Props = { all: readonly Role[]; compare: Compare; disabled: boolean };

/** Choice of two columns to compare, and whether to show equal rows. */
export function CompareBar({ all, compare, disabled }: Props) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const { pair, show, stop } = compare;
  if (!pair) return null;
  const { left, right, only } = pair;
  const find = (id: string | null) => all.find((role) => role.id === id);
  const data = (other: Role) =>
    all.map((role) => ({ value: role.id, label: nameOf(role), disabled: role.id === other.id }));
  const field = { searchable: true, allowDeselect: false, disabled, maxDropdownHeight: 300 };
  return (
    <div className={styles.compare} role="group" aria-label={t('roles.compare.start')}>
      <Select
        {...field}
        aria-label={t('roles.compare.first')}
        data={data(right)}
        value={left.id}
        onChange={(id) => {
          const role = find(id);
          if (role) show(role, right, only);
        }}
      />
      <Select
        {...field}
        aria-label={t('roles.compare.second')}
        data={data(left)}
        value={right.id}
        onChange={(id) => {
          const role = find(id);
          if (role) show(left, role, only);
        }}
      />
      <Checkbox
        label={t('roles.compare.differences')}
        checked={only}
        disabled={disabled}
        onChange={(event) => show(left, right, event.currentTarget.checked)}
      />
      <Button variant="default" disabled={disabled} onClick={stop}>
        {t('roles.compare.stop')}
      </Button>
    </div>
  );
}
