import { imports } from '@keyward/contract/calls';
import { type ProfileImport, type RevertAction, revertActions, type RevertRow } from '@keyward/contract/imports';
import { Button, Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/states.tsx';
import { CountChip } from './ImportCounts.tsx';
import { Changes, Issues, KeptReason, Pages, ProfileCell, RowTable, MissingRows } from './ImportTable.tsx';
import styles from './upload.module.css';

type Props = {
  plan: ProfileImport;
  /** Called with the answer to the revert, before the preview closes. */
  onStarted: (answer: { data: ProfileImport }) => void;
  onClose: () => void;
};

/** Preview of reverting an upload now: the changes, the rows left as they are, and why. */
export function RevertPreview({ plan: { id, fileName }, onStarted, onClose }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [only, setOnly] = useState<RevertAction>();
  const revert = useApiMutation(imports.revert, {
    onSuccess: (answer) => {
      onStarted(answer);
      onClose();
    },
  });
  // once the revert has been sent, there is nothing to preview, and the server refuses one
  const enabled = !revert.isPending && !revert.isSuccess;
  const preview = useApi(imports.revertPlan, { params: { id }, query: { after: '0' } }, { staleTime: 0, enabled });
  const failure = useFailure(preview);
  const counts = preview.data?.counts;
  const nothing = counts ? counts.delete + counts.restore === 0 : true;
  return (
    <div className={styles.plan}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('imports.revert.title', { file: fileName })}</h1>
        <p>{t('imports.revert.text')}</p>
        {revert.error ? (
          <p role="alert" className={styles.failure}>
            {errorText(revert.error)}
          </p>
        ) : null}
      </header>
      {failure ? (
        <ErrorState title={t('imports.loadFailed')} text={errorText(failure)} read={preview} />
      ) : counts ? (
        <>
          <div className={styles.counts} role="group" aria-label={t('imports.show')}>
            {revertActions.map((action) => (
              <CountChip
                key={action}
                name={action}
                count={counts[action]}
                label={t(`imports.revert.counts.${action}`)}
                pressed={only === action}
                onClick={() => setOnly(only === action ? undefined : action)}
              />
            ))}
          </div>
          <div className={styles.rows}>
            <RowTable titles={[t('imports.row'), t('imports.profile'), t('imports.action'), t('imports.changes')]}>
              <Pages
                key={only}
                render={(after, more) => (
                  <Page key={after} id={id} only={only} after={after} enabled={enabled} more={more} />
                )}
              />
            </RowTable>
          </div>
        </>
      ) : (
        <Spinner />
      )}
      <footer className={`${styles.actions} ${styles.foot}`}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          color="red"
          disabled={nothing}
          loading={revert.isPending}
          onClick={() => revert.mutate({ params: { id } })}
        >
          {t('imports.revert.do')}
        </Button>
      </footer>
    </div>
  );
}

type PageProps = {
  id: string;
  only: RevertAction | undefined;
  after: string;
  enabled: boolean;
  more: (next: number | null) => ReactNode;
};
function Page({ id, only, after, enabled, more }: PageProps) {
  const rows = useApi(
    imports.revertPlan,
    { params: { id }, query: { after, ...(only ? { only } : {}) } },
    { staleTime: 0, enabled },
  );
  const { data } = rows;
  if (!data) return <MissingRows rows={rows} />;
  return (
    <Table.Tbody>
      {data.data.map((row) => (
        <Row key={row.line} row={row} />
      ))}
      {more(data.next)}
    </Table.Tbody>
  );
}

function Row({ row }: { row: RevertRow }) {
  const { t } = useTranslation();
  const { line, action, kept, errors, changes } = row;
  return (
    <Table.Tr>
      <Table.Td className={styles.line}>{line}</Table.Td>
      <ProfileCell row={row} />
      <Table.Td>{t(`imports.revert.action.${action}`)}</Table.Td>
      <Table.Td>
        {kept ? (
          <KeptReason kept={kept} />
        ) : errors.length ? (
          <Issues errors={errors} />
        ) : action === 'restore' ? (
          <Changes changes={changes} isNew={false} />
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}
