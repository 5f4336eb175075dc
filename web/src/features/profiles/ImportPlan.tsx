import '@mantine/core/styles/Progress.css';
import { imports } from '@keyward/contract/calls';
import type { ProfileImport } from '@keyward/contract/imports';
import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnanswered, useApiMutation } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { failureAlert } from '#ui/alertFailure.ts';
import { hideAlert, showAlert } from '#ui/alerts.ts';
import { AnnotateButton } from './AnnotateButton.tsx';
import { countsOf, ImportCounts } from './ImportCounts.tsx';
import { filterOf, type RowFilter } from './importFilter.ts';
import { ImportRows } from './ImportRows.tsx';
import { refusalWords } from './importWords.ts';
import { RevertPreview } from './RevertPreview.tsx';
import styles from './upload.module.css';
import type { PickedFile } from './uploadFile.ts';

type Props = {
  plan: ProfileImport;
  /** The file if it was picked on this page. */
  file: PickedFile | undefined;
  /** Called with the answer to applying or reverting. */
  onStarted: (answer: { data: ProfileImport }) => void;
  onClose: () => void;
  onUpload: () => void;
};

/** The plan of a file until it is applied or discarded, then its outcome. */
export function ImportPlan({ plan, file, onStarted, onClose, onUpload }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { id, state, counts, refusal } = plan;
  const errors = state === 'ready' ? (counts.error ?? 0) : 0;
  const [chosen, setChosen] = useState<RowFilter | null>();
  const only = filterOf(plan, chosen);
  const [reverting, setReverting] = useState(false);
  const apply = useApiMutation(imports.apply, {
    onSuccess: onStarted,
    onError: (error) => showAlert('main', failureAlert(error, t('common.failure'), t('imports.uploadFailed'))),
  });
  const discard = useApiMutation(imports.discard, { onSuccess: onClose });
  const busy = state === 'checking' || state === 'applying' || state === 'reverting';
  const failed = apply.error ?? discard.error;
  // without an answer the work may have begun: the state of the import is more reliable
  const denied = refusal && (!failed || isUnanswered(failed)) ? refusalWords(refusal) : null;
  const open = state === 'ready' || state === 'checking';
  const problem = denied ?? (failed && open ? errorText(failed) : null);
  const start = (rows: 'all' | 'valid') => {
    hideAlert('main');
    setChosen(undefined);
    apply.mutate({ params: { id }, body: { rows } });
  };
  if (reverting && state === 'applied') {
    return <RevertPreview plan={plan} onStarted={onStarted} onClose={() => setReverting(false)} />;
  }
  return (
    <div className={styles.plan} aria-busy={busy}>
      <header className={styles.head}>
        <Title plan={plan} />
        {errors ? <p>{t('imports.correct', { n: errors })}</p> : null}
        <About plan={plan} />
        {problem ? (
          <p role="alert" className={styles.failure}>
            {problem}
          </p>
        ) : null}
      </header>
      {busy ? (
        <Working state={state} done={plan.done} rows={plan.rows} />
      ) : (
        <>
          <div className={styles.tools}>
            <ImportCounts plan={plan} only={only} onChange={(next) => setChosen(next ?? null)} />
            {errors ? <AnnotateButton plan={plan} file={file} /> : null}
          </div>
          <ImportRows id={id} only={only} plain={errors > 0 && only === 'error'} key={`${state} ${only}`} />
        </>
      )}
      <footer className={`${styles.actions} ${styles.foot}`}>
        {open ? (
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate({ params: { id } })}>
            {t('common.cancel')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('imports.back')}
          </Button>
        )}
        {state === 'applied' && (counts.created || counts.updated) ? (
          <Button variant="default" onClick={() => setReverting(true)}>
            {t('imports.revert.open')}
          </Button>
        ) : null}
        {state === 'ready' ? <Apply plan={plan} pending={apply.isPending} onApply={start} onUpload={onUpload} /> : null}
      </footer>
    </div>
  );
}

function Title({ plan: { state, counts } }: Pick<Props, 'plan'>) {
  const { t } = useTranslation();
  const cannot = state === 'ready' && (counts.error ?? 0) > 0;
  return (
    <h1 className={styles.title}>
      {cannot ? t('imports.cannot', { entity: t('imports.entity') }) : t(`imports.titles.${state}`)}
    </h1>
  );
}

/** The file, who picked it and when, and when it expires. */
function About({ plan: { fileName, createdBy, createdAt, expiresAt } }: Pick<Props, 'plan'>) {
  const { t } = useTranslation();
  const { zone } = useSession();
  return (
    <p className={styles.quiet}>
      {[
        fileName,
        createdBy,
        dateTime(createdAt, zone),
        t('imports.keptUntil', { time: dateTime(expiresAt, zone) }),
      ].join(' · ')}
    </p>
  );
}

type WorkingProps = { state: 'checking' | 'applying' | 'reverting' } & Pick<ProfileImport, 'done' | 'rows'>;
function Working({ state, done, rows: total }: WorkingProps) {
  const { t, i18n } = useTranslation();
  const values = { done: numberWords(done, i18n.language), total: numberWords(total, i18n.language) };
  return (
    <div className={styles.progress}>
      <p role="status">{t(`imports.working.${state}`, values)}</p>
      <Progress value={total ? (100 * done) / total : 0} animated aria-label={t(`imports.titles.${state}`)} />
      <p className={styles.quiet}>{t('imports.leave')}</p>
    </div>
  );
}

type ApplyProps = Pick<Props, 'plan' | 'onUpload'> & { pending: boolean; onApply: (rows: 'all' | 'valid') => void };
function Apply({ plan, pending, onApply, onUpload }: ApplyProps) {
  const { t } = useTranslation();
  const { create, update, error } = countsOf(plan);
  const valid = create + update;
  if (!error) {
    return (
      <Button loading={pending} disabled={valid === 0} onClick={() => onApply('all')}>
        {t('imports.upload')}
      </Button>
    );
  }
  return (
    <>
      {valid ? (
        <Button variant="default" loading={pending} onClick={() => onApply('valid')}>
          {t('imports.uploadValid', { count: valid })}
        </Button>
      ) : null}
      <Button onClick={onUpload}>{t('imports.upload')}</Button>
    </>
  );
}
