import { imports } from '@keyward/contract/calls';
import type { ImportRow } from '@keyward/contract/imports';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import type { RowFilter } from './importFilter.ts';
import { Changes, Issues, KeptReason, Pages, ProfileCell, RowTable, MissingRows } from './ImportTable.tsx';
import styles from './upload.module.css';

type Props = {
  id: string;
  only: RowFilter | undefined;
  /** Only the columns Row and Issue, as specified for the view with errors. */
  plain: boolean;
};

/** Rows of an import, page by page. */
export function ImportRows({ id, only, plain }: Props) {
  const { t } = useTranslation();
  const titles = plain
    ? [t('imports.row'), t('imports.issue')]
    : [t('imports.row'), t('imports.profile'), t('imports.action'), t('imports.changes')];
  return (
    <div className={styles.rows}>
      <RowTable titles={titles}>
        <Pages
          render={(after, more) => <Page key={after} id={id} only={only} plain={plain} after={after} more={more} />}
        />
      </RowTable>
    </div>
  );
}

type PageProps = Props & { after: string; more: (next: number | null) => ReactNode };
function Page({ id, only, plain, after, more }: PageProps) {
  const rows = useApi(imports.rows, { params: { id }, query: { after, ...(only ? { only } : {}) } });
  const { data } = rows;
  if (!data) return <MissingRows rows={rows} />;
  return (
    <Table.Tbody>
      {data.data.map((row) => (
        <Row key={row.line} row={row} plain={plain} />
      ))}
      {more(data.next)}
    </Table.Tbody>
  );
}

function Row({ row, plain }: { row: ImportRow; plain: boolean }) {
  const { t } = useTranslation();
  const { line, outcome, decision, errors, changes, kept } = row;
  return (
    <Table.Tr>
      <Table.Td className={styles.line}>{line}</Table.Td>
      {plain ? null : (
        <>
          <ProfileCell row={row} />
          <Table.Td>{outcome ? t(`imports.outcome.${outcome}`) : t(`imports.decision.${decision}`)}</Table.Td>
        </>
      )}
      <Table.Td>
        {kept ? (
          <KeptReason kept={kept} />
        ) : errors.length || plain ? (
          <Issues errors={errors} />
        ) : (
          <Changes changes={changes} isNew={decision === 'create'} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
