import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '#ui/icons.tsx';
import styles from './groups.module.css';

/** Shorter lists need no search. */
const many = 10;

type Props = { count: number; what: string; text: string; onText: (text: string) => void };

/** Filters the rows of a panel by name while typing. */
export function RowSearch({ count, what, text, onText }: Props) {
  const { t } = useTranslation();
  if (count <= many && text === '') return null;
  const label = t('groups.search', { what });
  return (
    <TextInput
      type="search"
      role="searchbox"
      className={styles.search ?? ''}
      value={text}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch />}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
