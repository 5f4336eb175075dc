import { paths } from '@keyward/contract/paths';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFailure, IconSuccess } from '#ui/icons.tsx';
import styles from './auth.module.css';

type OutcomeProps = { tone: 'success' | 'failure'; title: string; children: ReactNode };

/** React applies `autoFocus` to fields and buttons, not to links; the form that had the focus is gone. */
const takeFocus = (link: HTMLAnchorElement | null): void => link?.focus();

/** The result, and a link back to sign-in. */
export function Outcome({ tone, title, children }: OutcomeProps) {
  const { t } = useTranslation();
  const Icon = tone === 'success' ? IconSuccess : IconFailure;
  return (
    <div className={styles.form}>
      <span className={styles.badge} data-tone={tone}>
        <Icon size={28} />
      </span>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.words} role={tone === 'success' ? 'status' : 'alert'}>
        {children}
      </div>
      <Button ref={takeFocus} component="a" href={paths.username()} size="md" fullWidth>
        {t('common.ok')}
      </Button>
    </div>
  );
}
