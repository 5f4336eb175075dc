import { codePoints } from '@keyward/contract/characters';
import { useTranslation } from 'react-i18next';
import styles from './Counter.module.css';

/** The used length of a limited text, counted as the server counts it; red above the limit. */
export function Counter({ text, max }: { text: string; max: number }) {
  const { t } = useTranslation();
  const count = codePoints(text.trim());
  return (
    <span className={`tabular ${styles.count}`} data-over={count > max || undefined}>
      {t('common.characters', { count, max })}
    </span>
  );
}
