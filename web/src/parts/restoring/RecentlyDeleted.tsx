import { type Deletion, deletionsPage } from '@keyward/contract/deletions';
import type { RestorableResource } from '@keyward/contract/resources';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { relativeTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { askConfirmation, dismissConfirmation } from '#ui/confirmation.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconTrash } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import { restoring } from './calls.ts';
import { Restore } from './Restore.tsx';
import styles from './restoring.module.css';

const dayMs = 86_400_000;

/** Shows the deleted rows of a list, in place of an open question. The texts of `restoring` and `errors` must be loaded. */
export const showDeleted = (resource: RestorableResource): void =>
  askConfirmation(<RecentlyDeleted resource={resource} />);

/**
 * The devices or profiles that were deleted in the last 30 days, newest first: who deleted them, and for how long they can be
 * restored.
 */
function RecentlyDeleted({ resource }: { resource: RestorableResource }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [page, setPage] = useState(1);
  const read = useApi(
    restoring[resource].list,
    { query: { page: String(page) } },
    { staleTime: 0, keepPrevious: true },
  );
  const failure = useFailure(read);
  const { data: rows, total_results: total = 0 } = read.data ?? {};
  const pages = Math.ceil(total / deletionsPage);
  return (
    <DrawerFrame title={t(`restoring.list.${resource}`)} onClose={dismissConfirmation}>
      <p className={styles.quiet}>{t('restoring.hint')}</p>
      {failure ? (
        <ErrorState title={t('restoring.failed')} text={errorText(failure)} read={read} />
      ) : !rows ? (
        <>
          <Spinner />
          <SlowNotice />
        </>
      ) : rows.length === 0 ? (
        <EmptyState title={t('restoring.none')} icon={<IconTrash size={24} />} />
      ) : (
        <ul className={styles.rows} aria-label={t(`restoring.list.${resource}`)}>
          {rows.map((row) => (
            <Row key={row.id} resource={resource} row={row} />
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <div className={styles.pages}>
          <Button size="xs" variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('restoring.newer')}
          </Button>
          <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('restoring.older')}
          </Button>
        </div>
      ) : null}
    </DrawerFrame>
  );
}

function Row({ resource, row }: { resource: RestorableResource; row: Deletion }) {
  const { t } = useTranslation();
  const { name, detail } = row;
  const [now] = useState(() => Date.now());
  const days = Math.max(1, Math.ceil((Date.parse(row.until) - now) / dayMs));
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <strong>{name}</strong>
        <span className={styles.detail}>{detail}</span>
        <span className={styles.quiet}>
          {t('restoring.deleted', { ago: relativeTime(row.deleted_at), name: row.deleted_by })}
          {' · '}
          {t('restoring.daysLeft', { count: days })}
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={t('restoring.restoreNamed', { name })}
        onClick={() =>
          askConfirmation(<Restore resource={resource} deletion={row} onBack={() => showDeleted(resource)} />)
        }
      >
        {t('restoring.restore')}
      </Button>
    </li>
  );
}
