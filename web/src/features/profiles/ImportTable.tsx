import '@mantine/core/styles/Table.css';
import type { ImportLineErrors } from '@keyward/contract/import-errors';
import type { ImportRow } from '@keyward/contract/imports';
import { paths } from '@keyward/contract/paths';
import { Button, Table } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { changesInWords } from '#parts/changes.ts';
import { changeWords } from '#parts/changeWords.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/states.tsx';
import { issueWords } from './importWords.ts';
import styles from './upload.module.css';

/** Table of the rows of a file. */
export function RowTable({ titles, children }: { titles: readonly string[]; children: ReactNode }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {titles.map((title) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      {children}
    </Table>
  );
}

/** Pages of rows, one below the other; `render` shows the page after a given row. */
export function Pages({ render }: { render: (after: string, more: (next: number | null) => ReactNode) => ReactNode }) {
  const { t } = useTranslation();
  const [pages, setPages] = useState<readonly string[]>(['0']);
  return pages.map((after, i) =>
    render(after, (next) =>
      i === pages.length - 1 && next !== null ? (
        <WholeRow>
          <Button variant="subtle" onClick={() => setPages([...pages, String(next)])}>
            {t('imports.more')}
          </Button>
        </WholeRow>
      ) : null,
    ),
  );
}

const columns = 4;
function WholeRow({ children }: { children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns}>{children}</Table.Td>
    </Table.Tr>
  );
}

type MissingRowsProps = { rows: UseQueryResult<unknown, ApiError> };
/** Placeholder for rows that are being read or could not be read. */
export function MissingRows({ rows }: MissingRowsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const failure = useFailure(rows);
  return (
    <Table.Tbody>
      <WholeRow>
        {failure ? <ErrorState title={t('imports.loadFailed')} text={errorText(failure)} read={rows} /> : <Spinner />}
      </WholeRow>
    </Table.Tbody>
  );
}

/** Lines with their problems. */
export function IssueTable({ rows }: { rows: readonly ImportLineErrors[] }) {
  const { t } = useTranslation();
  return (
    <RowTable titles={[t('imports.row'), t('imports.issue')]}>
      <Table.Tbody>
        {rows.map(({ line, errors }) => (
          <Table.Tr key={line}>
            <Table.Td className={styles.line}>{line}</Table.Td>
            <Table.Td>
              <Issues errors={errors} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </RowTable>
  );
}

/** Profile of a row, linked by its name. */
export function ProfileCell({
  row: { name, username, profileId },
}: {
  row: Pick<ImportRow, 'name' | 'username' | 'profileId'>;
}) {
  return (
    <Table.Td>
      {profileId ? (
        <Link to={paths.users()} search={{ open: profileId }}>
          {name}
        </Link>
      ) : (
        name
      )}
      <span className={styles.quiet}> {username}</span>
    </Table.Td>
  );
}

export function Issues({ errors }: Pick<ImportLineErrors, 'errors'>) {
  // renders again after a change of language
  useTranslation();
  return errors.map((error) => (
    <p key={`${error.field} ${error.message}`} className={styles.issue}>
      {issueWords(error)}
    </p>
  ));
}

const nothing = '–';

/** Old and new value of each cell; for a new profile, the new value alone. */
export function Changes({ changes, isNew }: Pick<ImportRow, 'changes'> & { isNew: boolean }) {
  const { i18n } = useTranslation();
  const { zone } = useSession();
  const event = { description: { changes } };
  return changesInWords(event, changeWords(i18n), (instant) => dateTimeSeconds(instant, zone)).map(
    ({ attribute, oldValue, newValue }) => (
      <p key={attribute} className={styles.change}>
        <span className={styles.quiet}>{attribute}: </span>
        {isNew ? null : (
          <>
            <del>{oldValue ?? nothing}</del>
            {' → '}
          </>
        )}
        <ins>{newValue ?? nothing}</ins>
      </p>
    ),
  );
}

/** Reason why reverting leaves the profile as it is; by whom and when it was changed since. */
export function KeptReason({ kept }: { kept: NonNullable<ImportRow['kept']> }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { reason, by, at } = kept;
  const since = [by, at && dateTimeSeconds(at, zone)].filter(Boolean).join(', ');
  return (
    <>
      {t(`imports.kept.${reason}`)}
      {since ? <span className={styles.quiet}> {since}</span> : null}
    </>
  );
}
