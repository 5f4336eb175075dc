import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Alerts.module.css';
import { type Alert, type AlertScope, hideAlert, useAlert } from './alerts.ts';
import { IconClose, IconFailure, IconSuccess, IconWarning } from './icons.tsx';

const looks = {
  Success: { icon: IconSuccess, word: 'common.success' },
  Failure: { icon: IconFailure, word: 'common.failure' },
  Warning: { icon: IconWarning, word: 'common.warning' },
} as const;

/** One message with its colour, an icon and a word, so that colour is never the only sign. */
function AlertBox({ alert, onClose }: { alert: Alert; onClose?: () => void }) {
  const { t } = useTranslation();
  const { icon: Icon, word } = looks[alert.type];
  return (
    <div className={styles.box} data-type={alert.type}>
      <Icon size={20} />
      <div className={styles.words}>
        <strong>{alert.title ?? t(word)}</strong>
        <span>{alert.message}</span>
      </div>
      {alert.action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            onClose?.();
            alert.action?.run();
          }}
        >
          {alert.action.label}
        </button>
      ) : null}
      {onClose ? (
        <button type="button" className={styles.close} aria-label={t('common.close')} onClick={onClose}>
          <IconClose size={16} />
        </button>
      ) : null}
    </div>
  );
}

function Region({ scope }: { scope: AlertScope }) {
  const alert = useAlert(scope);
  const urgent = alert !== null && alert.type !== 'Success';
  return (
    <>
      <div role="status">{alert && !urgent ? <AlertBox alert={alert} onClose={() => hideAlert(scope)} /> : null}</div>
      <div role="alert">{alert && urgent ? <AlertBox alert={alert} onClose={() => hideAlert(scope)} /> : null}</div>
    </>
  );
}

/**
 * The style property with the bottom of an alert that stays, plus a gap, in px from the window's top; absent without such an
 * alert.
 */
const bottom = '--kw-alert-bottom';
const gap = 12;

/** The page's alert. Rendered once, in the shell. An alert that stays covers nothing: the page moves down below it. */
export function MainAlert() {
  const alert = useAlert('main');
  const box = useRef<HTMLDivElement>(null);
  const stays = alert !== null && alert.autoDismiss === undefined;
  // the page is laid out elsewhere, and reads the alert's bottom from a property of the root
  useLayoutEffect(() => {
    const { current } = box;
    if (!stays || !current) return;
    const { style } = document.documentElement;
    // the layout position, not the one on screen: the box may still be moving in
    const measure = () => style.setProperty(bottom, `${current.offsetTop + current.offsetHeight + gap}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(bottom);
    };
  }, [stays]);
  return (
    <div ref={box} className={styles.main}>
      <Region scope="main" />
    </div>
  );
}

/** The open drawer's alert: a failure or a warning scrolls into view and takes the focus. */
export function DrawerAlert() {
  const alert = useAlert('drawer');
  const box = useRef<HTMLDivElement>(null);
  const key = alert && alert.type !== 'Success' ? alert.key : null;
  // focus and scroll position are outside React
  useEffect(() => {
    if (key === null) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, [key]);
  // an alert belongs to the drawer it was shown in
  useEffect(() => () => hideAlert('drawer'), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.drawer}>
      <Region scope="drawer" />
    </div>
  );
}
