import { useTranslation } from 'react-i18next';
import styles from './palette.module.css';

type Props = { query: string; count: number; waiting: boolean; failures: string[] };

/** State of the search: visible text if there is a message, else the count for screen readers. */
export function PaletteState({ query, count, waiting, failures }: Props) {
  const { t } = useTranslation();
  const nothing = !count && !waiting;
  let words = [t('palette.count', { count })];
  if (failures.length) words = failures;
  else if (nothing) words = [t('palette.nothing', { query }), t('palette.nothingHint')];
  else if (waiting) words = [t('palette.searching')];
  const seen = failures.length > 0 || nothing || (waiting && !count);
  return (
    <div className={styles.foot}>
      <div role="status" className={seen ? styles.state : styles.unseen} data-failed={failures.length > 0}>
        {words.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <p className={styles.help}>{t('palette.help')}</p>
    </div>
  );
}
