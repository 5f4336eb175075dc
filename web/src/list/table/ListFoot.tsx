import { Loader } from '@mantine/core';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { countOf } from '#list/selection/selection.ts';
import type { Picking } from '#list/selection/useSelection.ts';
import { TextButton } from '#list/TextButton.tsx';
import { useFocusAfter } from '#ui/useFocusAfter.ts';
import styles from './foot.module.css';

// loads with the first selection
const BulkFoot = lazily(async () => (await import('#list/selection/BulkFoot.tsx')).BulkFoot, {
  texts: ['errors'],
});

type Props = {
  entity: {
    total: number | undefined;
    pending: boolean;
    stale: boolean;
    loadingMore: boolean;
    failedMore: boolean;
    error: Error | null;
    loadMore: () => void;
    rows: { id: string }[];
  };
  /** Refetches the loaded rows. */
  onReload: () => void;
  picking: Picking;
  /** The notice of new rows; below the rows, it covers none. */
  children?: ReactNode;
};

/** The number of rows, the selection with its actions in progress, and loading; announced when it changes. */
export function ListFoot({ entity, picking, onReload, children }: Props) {
  const { t } = useTranslation();
  const loading = (entity.pending && !entity.error) || entity.stale;
  const { selection, states } = picking;
  const chosen = countOf(selection);
  const foot = useRef<HTMLElement>(null);
  // keeps the focus when the buttons of the selection disappear
  useFocusAfter(foot, chosen > 0);
  const isOld = entity.error !== null && entity.rows.length > 0;
  // keeps the focus when the button that reads the rows again disappears
  useFocusAfter(foot, isOld);
  const busy = [...states.values()].find(({ state }) => state === 'progress');
  return (
    <footer ref={foot} tabIndex={-1} className={styles.foot} data-chosen={chosen > 0 || undefined}>
      <strong role="status">{chosen > 0 ? t('list.selection.chosen', { count: chosen }) : ''}</strong>
      {chosen > 0 ? (
        <Suspense>
          <BulkFoot
            picking={picking}
            rows={entity.rows}
            total={entity.total ?? entity.rows.length}
            onRun={picking.onRun}
          />
        </Suspense>
      ) : null}
      <span role="status" className={styles.loading}>
        {busy?.state === 'progress' ? (
          <>
            <Loader size={14} /> {busy.text}
          </>
        ) : null}
      </span>
      <span role="status">
        {loading || entity.total === undefined ? '' : t('list.totalRows', { count: entity.total })}
      </span>
      <span role="status" className={styles.loading}>
        {loading || entity.loadingMore ? (
          <>
            <Loader size={14} /> {t(entity.loadingMore ? 'list.loadingMore' : 'common.loading')}
          </>
        ) : null}
      </span>
      {isOld ? (
        <span role="alert" className={styles.failed}>
          {t('list.errorFetchingData')}
          <TextButton onClick={entity.failedMore ? entity.loadMore : onReload}>{t('common.refresh')}</TextButton>
        </span>
      ) : null}
      {children}
    </footer>
  );
}
