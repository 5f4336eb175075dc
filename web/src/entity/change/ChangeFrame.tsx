import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords } from '#lib/errors.ts';
import drawer from '#ui/Drawer.module.css';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconFailure } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SlowNotice } from '#ui/states.tsx';
import styles from './change.module.css';

type Props = {
  title: string;
  /** The fields of the change. */
  fields: ReactNode;
  /** A change was chosen. */
  chosen: boolean;
  /** Of the preview. */
  error: unknown;
  /** What the change does; undefined until the server has answered. */
  preview: ReactNode;
  apply: { label: string; ready: boolean; pending: boolean; onClick: () => void };
  onClose: () => void;
};

/** The frame of a change to several rows: its fields, then what it will do. */
export function ChangeFrame({ title, fields, chosen, error, preview, apply, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <DrawerFrame
      title={title}
      onClose={onClose}
      footer={
        <div className={drawer.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={apply.pending} disabled={!apply.ready} onClick={apply.onClick}>
            {apply.label}
          </Button>
        </div>
      }
    >
      <div className={drawer.fields}>
        {fields}
        {!chosen ? null : error ? (
          <p role="alert" className={styles.problem}>
            <IconFailure size={18} />
            <span>{errorWords(error)}</span>
          </p>
        ) : preview ? (
          <section aria-label={t('bulk.preview')} aria-live="polite" className={styles.preview}>
            {preview}
          </section>
        ) : (
          <>
            <Spinner />
            <SlowNotice />
          </>
        )}
      </div>
    </DrawerFrame>
  );
}

/** What a change does to all of the rows, in a few sentences. */
export function ChangeFacts({ facts }: { facts: readonly string[] }) {
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
