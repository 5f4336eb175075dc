import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFailure, IconNoEntry, IconSearch } from './icons.tsx';
import styles from './states.module.css';

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

/** Says what failed, with an action to continue. */
export function ErrorState({
  title,
  text,
  action,
  onAction,
}: {
  title: string;
  text?: string;
  action: string;
  onAction: () => void;
}) {
  return (
    <div role="alert">
      <Panel icon={<IconFailure size={24} />} tone="failure" title={title} text={text}>
        <Button variant="default" onClick={onAction}>
          {action}
        </Button>
      </Panel>
    </div>
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
