import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

type Props = {
  entity: {
    total: number | undefined;
    pending: boolean;
    stale: boolean;
    loadingMore: boolean;
    failedMore: boolean;
    error: Error | null;
    loadMore: () => void;
    rows: unknown[];
  };
};

/** How many rows there are, and what is being loaded; spoken when it changes. */
export function ListFoot({ entity }: Props) {
  const { t } = useTranslation();
  const loading = (entity.pending && !entity.error) || entity.stale;
  return (
    <footer className={styles.foot}>
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
      {entity.error && entity.rows.length ? (
        <span role="alert" className={styles.failed}>
          {t('list.errorFetchingData')}
          <button type="button" className={styles.textButton} onClick={entity.loadMore}>
            {t('common.refresh')}
          </button>
        </span>
      ) : null}
    </footer>
  );
}
