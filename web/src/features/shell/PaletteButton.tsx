import { useHotkeys } from '@mantine/hooks';
import { type FC, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoreTexts } from '#lib/i18n.ts';
import { alerts } from '#ui/alerts.ts';
import { IconSearch } from '#ui/icons.tsx';
import styles from './paletteButton.module.css';

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the palette, by a click or by Ctrl+K (⌘K) from anywhere. The palette itself loads then. */
export function PaletteButton() {
  const { t } = useTranslation();
  const [Palette, setPalette] = useState<FC<{ onClose: () => void }> | null>(null);
  const open = () => {
    Promise.all([import('./Palette.tsx'), addMoreTexts()]).then(
      ([part]) => setPalette(() => part.Palette),
      () => alerts.failure(t('errors.noAnswer')),
    );
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
      {Palette ? <Palette onClose={() => setPalette(null)} /> : null}
    </>
  );
}
