import { Popover } from '@mantine/core';
import { geometry } from '@keyward/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Chips.module.css';

/** Texts up to this length, in characters, are not shortened beside longer ones. */
const shortest = 6;

/** Short values side by side: the first `show`, the rest behind +N on hover, focus or click. `*` reads 'All'. */
export function Chips({ values, show = 2 }: { values: readonly string[]; show?: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const words = values.map((v) => (v === '*' ? t('common.all') : v));
  const rest = words.slice(show);
  return (
    <span className={styles.row}>
      {words.slice(0, show).map((word) => (
        <span key={word} className={styles.chip} title={word} data-short={[...word].length <= shortest || undefined}>
          {word}
        </span>
      ))}
      {rest.length ? (
        <Popover opened={open} width={geometry.popoverWidth} position="bottom-start" shadow="md" withinPortal>
          <Popover.Target>
            <button
              type="button"
              className={styles.more}
              aria-label={t('common.moreValues', { count: rest.length })}
              onMouseEnter={() => setOpen(true)}
              onMouseLeave={() => setOpen(false)}
              onFocus={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={(e) => e.key === 'Escape' && setOpen(false)}
              onClick={(e) => {
                // the row around it opens something of its own
                e.stopPropagation();
                setOpen(true);
              }}
            >
              {t('common.more', { count: rest.length })}
            </button>
          </Popover.Target>
          <Popover.Dropdown p={8}>
            <ul className={styles.list}>
              {rest.map((word) => (
                <li key={word}>{word}</li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </span>
  );
}
