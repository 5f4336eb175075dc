import { imports } from '@keyward/contract/calls';
import type { ImportLineErrors } from '@keyward/contract/import-errors';
import type { ProfileImport } from '@keyward/contract/imports';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKey, queryClient, useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { alerts } from '#ui/alerts.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { ImportPlan } from './ImportPlan.tsx';
import { countsOf } from './ImportCounts.tsx';
import { IssueTable } from './ImportTable.tsx';
import styles from './upload.module.css';
import type { Uploaded } from './UploadProfiles.tsx';

type Props = {
  /** Id of the import; undefined if the header of the uploaded file was refused. */
  id: string | undefined;
  uploaded: Uploaded | undefined;
  onClose: () => void;
  onUpload: () => void;
};

/** A file of profiles, in place of the list: its problems, its plan or its outcome. */
export function ImportPage({ id, uploaded, onClose, onUpload }: Props) {
  if (id) return <Stored id={id} file={uploaded?.file} onClose={onClose} onUpload={onUpload} />;
  return <Refused errors={uploaded?.errors ?? []} onClose={onClose} onUpload={onUpload} />;
}

const busyMs = 1000;
const idleMs = 15_000;
const isBusy = ({ state }: ProfileImport) => ['checking', 'applying', 'reverting'].includes(state);

type StoredProps = Pick<Props, 'onClose' | 'onUpload'> & { id: string; file: Uploaded['file'] | undefined };
function Stored({ id, ...rest }: StoredProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(true);
  const refetchInterval = busy ? busyMs : idleMs;
  const { data, error } = useApi(imports.get, { params: { id } }, { staleTime: 0, refetchInterval });
  const plan = data?.data;
  if (plan && isBusy(plan) !== busy) setBusy(isBusy(plan));
  const onStarted = useOutcome(plan);
  if (error?.status === 404) {
    return (
      <EmptyState title={t('imports.gone')} text={t('imports.goneHelp')}>
        <Button variant="default" onClick={rest.onClose}>
          {t('imports.back')}
        </Button>
      </EmptyState>
    );
  }
  if (error && !plan) {
    return (
      <ErrorState
        title={t('imports.loadFailed')}
        text={errorText(error)}
        action={t('imports.back')}
        onAction={rest.onClose}
      />
    );
  }
  return plan ? <ImportPlan plan={plan} onStarted={onStarted} {...rest} /> : <Spinner />;
}

/**
 * Shows how applying and reverting ended. Specification, part 2, section 4 'CSV upload'. Returns the function to call with the
 * answer that the work has started.
 */
function useOutcome(plan: ProfileImport | undefined) {
  const { t } = useTranslation();
  const before = useRef(plan?.state);
  // a later answer of the server reports the end
  useEffect(() => {
    const was = before.current;
    before.current = plan?.state;
    if (!plan || was === plan.state) return;
    const failure = (message: string) => alerts.failure(message, t('common.failure'));
    const counts = countsOf(plan);
    // a small file started in another tab can be applied without an answer in state 'applying'
    if (plan.state === 'applied' && (was === 'applying' || was === 'ready')) {
      alerts.success(t('imports.newProfilesAdded', counts));
    } else if (plan.state === 'reverted' && was !== undefined) alerts.success(t('imports.revert.done', counts));
    else if (was === 'applying') {
      // rows that had problems from the beginning are not the cause
      const hasNewIssues = plan.refusal?.reason === 'importChanged';
      failure(t(hasNewIssues ? 'imports.csvUploadErrors' : 'imports.uploadFailed'));
    } else if (was === 'reverting') failure(t('imports.revert.failed'));
  }, [plan, t]);
  return (answer: { data: ProfileImport }) => {
    // otherwise a refusal before the next read would look as if the work had never started
    if (isBusy(answer.data)) before.current = answer.data.state;
    queryClient.setQueryData(apiKey(imports.get, { params: { id: answer.data.id } }), answer);
  };
}

/** Import error view. Specification, part 2, section 2 'Upload dialog'. */
function Refused({
  errors,
  onClose,
  onUpload,
}: Pick<Props, 'onClose' | 'onUpload'> & { errors: readonly ImportLineErrors[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.plan}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('imports.cannot', { entity: t('imports.entity') })}</h1>
        <p>{t('imports.correct', { n: errors.length })}</p>
      </header>
      <div className={styles.rows}>
        <IssueTable rows={errors} />
      </div>
      <footer className={`${styles.actions} ${styles.foot}`}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button onClick={onUpload}>{t('imports.upload')}</Button>
      </footer>
    </div>
  );
}
