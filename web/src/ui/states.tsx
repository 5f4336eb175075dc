import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFailure, IconNoEntry, IconSearch } from './icons.tsx';
import { type Read, RetryButton } from './RetryButton.tsx';
import styles from './states.module.css';
import { useFocusAround } from './useFocusAround.ts';

type PanelProps = {
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  detail?: ReactNode;
  tone?: 'quiet' | 'failure';
  heading?: 'p' | 'h1';
  children?: ReactNode;
};

function Panel({ icon, title, text, detail, tone = 'quiet', heading: Heading = 'p', children }: PanelProps) {
  return (
    <div className={styles.panel}>
      <span className={styles.icon} data-tone={tone}>
        {icon}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text ? <p className={styles.text}>{text}</p> : null}
      {detail}
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  );
}

type StateProps = { title: string; text?: string; detail?: ReactNode; icon?: ReactNode; children?: ReactNode };

/** Says why there is nothing to show; its children are the actions to take. */
export function EmptyState({ title, text, detail, icon, children }: StateProps) {
  return (
    <Panel icon={icon ?? <IconSearch size={24} />} title={title} text={text} detail={detail}>
      {children}
    </Panel>
  );
}

type ErrorProps = { title: string; text?: string } & (
  | { read: Read; /** 'Try again' by default. */ action?: string }
  | { action: string; onAction: () => void }
);

/**
 * Says what failed, with an action to continue. A failed read is given as `read`; the state stays until the data is there: see
 * useFailure.
 */
export function ErrorState({ title, text, ...props }: ErrorProps) {
  return (
    <div role="alert">
      <Panel icon={<IconFailure size={24} />} tone="failure" title={title} text={text}>
        {'read' in props ? (
          <RetryButton variant="default" read={props.read} {...(props.action ? { label: props.action } : {})} />
        ) : (
          <ActionButton {...props} />
        )}
      </Panel>
    </div>
  );
}

function ActionButton({ action, onAction }: { action: string; onAction: () => void }) {
  const ref = useFocusAround();
  return (
    <Button ref={ref} variant="default" onClick={onAction}>
      {action}
    </Button>
  );
}

type NoPermissionProps = { text?: string; hint?: string; wholePage?: boolean };

/** Says that a page or part may not be seen, and who can help. `wholePage`: its title is the page's heading. */
export function NoPermission({ text, hint, wholePage = false }: NoPermissionProps) {
  const { t } = useTranslation();
  return (
    <Panel
      icon={<IconNoEntry size={24} />}
      title={text ?? t('common.noPermission')}
      text={hint ?? (text ? undefined : t('common.noPermissionHint'))}
      heading={wholePage ? 'h1' : 'p'}
    />
  );
}

/** A notice of a long wait: empty at first, shown after three seconds. */
export function SlowNotice() {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  // timers are outside React
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 3000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={styles.slow}>
      {slow ? t('common.slow') : ''}
    </div>
  );
}
