import { geometry } from '@keyward/contract/limits';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Chips.module.css';
import { LatePopover, opens } from './LatePopover.tsx';

/** Texts up to this length, in characters, are not shortened beside longer ones. */
const shortest = 6;

/** Short values side by side: the first `show`, the rest behind +N on hover, focus or click. `*` reads 'All'. */
export function Chips({ values, show = 2 }: { values: readonly string[]; show?: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const words = values.map((v) => (v === '*' ? t('common.all') : v));
  const rest = words.slice(show);
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <span className={styles.row}>
      {words.slice(0, show).map((word) => (
        <span key={word} className={styles.chip} title={word} data-short={[...word].length <= shortest || undefined}>
          {word}
        </span>
      ))}
      {rest.length ? (
        <>
          <button
            {...opens(id, open)}
            ref={setButton}
            type="button"
            className={styles.more}
            data-printed={rest.join(', ')}
            aria-label={t('common.moreValues', { count: rest.length })}
            onMouseEnter={() => setOpen(true)}
            onMouseLeave={() => setOpen(false)}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={(e) => e.key === 'Escape' && setOpen(false)}
            onClick={(e) => {
              // a click on the row around it would open the row
              e.stopPropagation();
              setOpen(true);
            }}
          >
            {t('common.more', { count: rest.length })}
          </button>
          <LatePopover
            id={id}
            target={button}
            opened={open}
            onClose={() => setOpen(false)}
            position="bottom-start"
            width={geometry.popoverWidth}
            padding={8}
          >
            <ul className={styles.list}>
              {rest.map((word) => (
                <li key={word}>{word}</li>
              ))}
            </ul>
          </LatePopover>
        </>
      ) : null}
    </span>
  );
}
