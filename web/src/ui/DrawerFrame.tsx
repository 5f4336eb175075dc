import { Drawer } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawerAlert } from './Alerts.tsx';
import styles from './Drawer.module.css';

export type DrawerSize = 'normal' | 'wide';
const widths = { normal: 480, wide: 760 };

type FrameProps = {
  title: string;
  onClose: () => void;
  size?: DrawerSize | undefined;
  /** Stays visible below the scrolling part. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A drawer at the right edge: mounted means open. The focus moves in (to the element with `data-autofocus`, else the
 * first control) and returns to where it was; Escape and a click outside ask to close.
 */
export function DrawerFrame({ title, onClose, size = 'normal', footer, children }: FrameProps) {
  const { t } = useTranslation();
  // returns the focus to the element that opened the drawer. A layout effect, because a moment later the frame that
  // replaces this one has moved the focus into itself, and would lose it
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={widths[size]} returnFocus={false}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content classNames={{ content: styles.content ?? '', inner: styles.inner ?? '' }}>
        <div className={styles.header}>
          <Drawer.Title className={styles.title ?? ''} component="h2">
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={t('common.close')} size={32} />
        </div>
        <div className={styles.main}>
          <div className={styles.body}>
            <DrawerAlert />
            {children}
          </div>
          {footer ? <div className={styles.footer}>{footer}</div> : null}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
