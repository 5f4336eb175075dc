import { useHotkeys } from '@mantine/hooks';
import { type FC, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alerts } from '#ui/alerts.ts';
import { IconSearch } from '#ui/icons.tsx';
import type { PaletteProps } from './Palette.tsx';
import styles from './paletteButton.module.css';
import { paletteFieldId, type TypeAhead, typeAhead } from './typeAhead.ts';

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the palette by click or by Ctrl+K (⌘K) from anywhere, and loads it then. */
export function PaletteButton() {
  const { t } = useTranslation();
  const [Palette, setPalette] = useState<FC<PaletteProps> | null>(null);
  const typed = useRef<TypeAhead>(undefined);
  const open = () => {
    // a drawer that opened later may have taken the focus
    if (Palette) return document.getElementById(paletteFieldId)?.focus();
    typed.current?.take();
    typed.current = typeAhead();
    const loaded = import('./loadPalette.ts').then(({ loadPalette }) => loadPalette());
    loaded.then(
      (part) => setPalette(() => part),
      () => {
        typed.current?.take();
        alerts.failure(t('common.problems.noAnswer'));
      },
    );
  };
  const close = () => {
    typed.current?.take();
    setPalette(null);
  };
  useHotkeys([['mod+K', open]], [], true);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('list.searchLabel')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch />
        <span className={styles.hint} data-keys={shortcut}>
          {t('list.searchLabel')}
        </span>
      </button>
      {Palette ? (
        <Palette takeTyped={() => typed.current?.take() ?? { text: '', entered: false }} onClose={close} />
      ) : null}
    </>
  );
}
