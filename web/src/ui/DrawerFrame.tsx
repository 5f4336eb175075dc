import { CloseButton, Drawer } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, use, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawerAlert } from './Alerts.tsx';
import { InConfirmation, useConfirmation } from './confirmation.ts';
import styles from './Drawer.module.css';
import { Docked } from './docked.ts';
import { DrawerTabs, type Tabbed } from './DrawerTabs.tsx';
import { isTaken, useEscape } from './escape.ts';

export type DrawerSize = 'normal' | 'wide';
const widths = { normal: 480, wide: 760 };

/** The parts around the content of a drawer about one object. */
export type DrawerHead = {
  /** The object's state, below the title. */
  badges?: ReactNode;
  /** Actions on the object, beside Close. */
  menu?: ReactNode;
  /** Further tabs; the drawer's own content is the first one. */
  tabs?: Tabbed;
};

type FrameProps = DrawerHead & {
  title: string;
  onClose: () => void;
  size?: DrawerSize | undefined;
  /** Stays visible below the scrolling part. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A drawer at the right edge: mounted means open. The focus moves in (to the element with `data-autofocus`, else the first
 * control) and returns to where it was; Escape and a click outside ask to close. Beside a list, a row that opened it keeps the
 * focus, so that the arrow keys move on to the next row.
 */
export function DrawerFrame(props: FrameProps) {
  const docked = use(Docked);
  return docked ? <DockedFrame {...props} /> : <OverlayFrame {...props} />;
}

function OverlayFrame({ title, onClose, size = 'normal', ...content }: FrameProps) {
  const { t } = useTranslation();
  const inConfirmation = use(InConfirmation);
  const covered = useConfirmation() !== null && !inConfirmation;
  useEscape(onClose, { isOpen: !covered });
  // returns the focus to the element that opened the drawer. A layout effect, because a moment later the frame that replaces this
  // one has moved the focus into itself, and would lose it
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <Drawer.Root
      opened={!covered}
      keepMounted
      keepMountedMode="display-none"
      onClose={onClose}
      position="right"
      size={widths[size]}
      closeOnEscape={false}
      returnFocus={false}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content classNames={{ content: styles.content ?? '', inner: styles.inner ?? '' }}>
        <Content
          {...content}
          covered={covered}
          title={
            <Drawer.Title className={styles.title ?? ''} component="h2">
              {title}
            </Drawer.Title>
          }
          close={<Drawer.CloseButton aria-label={t('common.close')} size={32} />}
        />
      </Drawer.Content>
    </Drawer.Root>
  );
}

function DockedFrame({ title, onClose, size: _size, ...content }: FrameProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  // the focus is outside React
  useLayoutEffect(() => {
    const { current } = panel;
    const before = document.activeElement;
    const first = current?.querySelector<HTMLElement>('[data-autofocus]') ?? current?.querySelector('button');
    if (!before?.closest('[role="row"]')) first?.focus();
    return () => {
      const inside = current?.contains(document.activeElement) ?? false;
      if (inside && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    // keys of a dialog in its content arrive here as well, and a layer above may have taken the press
    const isInside = event.target instanceof Node && panel.current?.contains(event.target);
    if (event.key === 'Escape' && isInside && !isTaken(event.nativeEvent)) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any control inside
    <aside ref={panel} tabIndex={-1} className={styles.docked} aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <Content
        {...content}
        covered={false}
        title={
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
        }
        close={<CloseButton aria-label={t('common.close')} size={32} onClick={onClose} />}
      />
    </aside>
  );
}

type ContentProps = Omit<FrameProps, 'title' | 'onClose' | 'size'> & {
  title: ReactNode;
  close: ReactNode;
  /** A confirmation is above it, with the alerts. */
  covered: boolean;
};

function Content({ title, close, covered, badges, menu, tabs, footer, children }: ContentProps) {
  return (
    <>
      <div className={styles.header}>
        {title}
        <div className={styles.headerActions}>
          {menu}
          {close}
        </div>
      </div>
      {badges ? <div className={styles.badges}>{badges}</div> : null}
      <div className={styles.main}>
        <DrawerTabs tabs={tabs} alert={covered ? null : <DrawerAlert />}>
          {children}
        </DrawerTabs>
        {footer ? <div className={styles.footer}>{footer}</div> : null}
      </div>
    </>
  );
}
