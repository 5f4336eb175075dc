import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import type { RowsBody } from '#list/selection/bulkDialog.ts';
import type { ChangedThings } from '#parts/bulkUndo.ts';
import drawer from '#ui/Drawer.module.css';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconFailure } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SlowNotice } from '#ui/states.tsx';
import styles from './change.module.css';

type Props = {
  of: ChangedThings;
  title: string;
  /** What the change is made to. */
  rows: RowsBody;
  onLeaveOut: (ids: string[]) => void;
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
export function ChangeFrame({ of, title, rows, onLeaveOut, fields, chosen, error, preview, apply, onClose }: Props) {
  const { t } = useTranslation();
  // it was deleted, or moved out of reach, while the dialog was open
  const gone =
    error instanceof ApiError && error.code === 'notFound' && rows.ids && rows.ids.length > 1
      ? rows.ids.find((id) => id === error.constraint)
      : undefined;
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
          <div role="alert" className={styles.problem}>
            <p>
              <IconFailure size={18} />
              <span>{errorWords(error)}</span>
            </p>
            {gone === undefined ? null : (
              <Button variant="default" size="xs" onClick={() => onLeaveOut([gone])}>
                {t(`bulk.${of}.leaveOut`, { count: 1 })}
              </Button>
            )}
          </div>
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
