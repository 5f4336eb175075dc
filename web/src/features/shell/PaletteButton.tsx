import { useHotkeys } from '@mantine/hooks';
import { type FC, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { alerts } from '#ui/alerts.ts';
import { IconSearch } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SlowNotice } from '#ui/states.tsx';
import { useBackCloses } from '#ui/useBackCloses.ts';
import type { PaletteProps } from './Palette.tsx';
import styles from './paletteButton.module.css';
import { paletteFieldId, type TypeAhead, typeAhead } from './typeAhead.ts';

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the palette by click or, from anywhere, by Ctrl+K (⌘K); loads it on demand. */
export function PaletteButton() {
  const { t } = useTranslation();
  const [Palette, setPalette] = useState<FC<PaletteProps> | null>(null);
  const [waiting, setWaiting] = useState(false);
  const typed = useRef<TypeAhead>(undefined);
  const close = () => {
    typed.current?.drop();
    setWaiting(false);
    setPalette(null);
  };
  const open = () => {
    // a drawer that opened later may have taken the focus
    if (Palette) return document.getElementById(paletteFieldId)?.focus();
    typed.current?.drop();
    const loading = import('./loadPalette.ts').then(({ loadPalette }) => loadPalette());
    typed.current = typeAhead(loading, {
      onLoaded: (part) => {
        setWaiting(false);
        setPalette(() => part);
      },
      onFailed: () => {
        setWaiting(false);
        alerts.failure(t('common.problems.noAnswer'));
      },
      onGivenUp: close,
    });
    setWaiting(true);
  };
  useHotkeys([['mod+K', open]], [], true);
  const drop = useEffectEvent(() => typed.current?.drop());
  // keys are collected outside React, and would still be after the session's end has replaced the portal
  useEffect(() => () => drop(), []);
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
      {/* outside the header, which drawers cover */}
      {waiting ? createPortal(<Late onClose={close} />, document.body) : null}
      {Palette ? (
        <Palette takeTyped={() => typed.current?.take() ?? { text: '', entered: false }} onClose={close} />
      ) : null}
    </>
  );
}

/** Placeholder for a palette that is slow to load. */
function Late({ onClose }: { onClose: () => void }) {
  useBackCloses(onClose, { layer: 'palette' });
  return (
    <div className={styles.late}>
      <Spinner size={20} />
      <SlowNotice />
    </div>
  );
}
