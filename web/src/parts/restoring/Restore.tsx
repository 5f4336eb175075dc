import type { Deletion, Missing } from '@keyward/contract/deletions';
import type { RestorableResource } from '@keyward/contract/resources';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { refusalWords, useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { showAlert } from '#ui/alerts.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { restoring } from './calls.ts';
import styles from './restoring.module.css';

/** Time for which the alert stays, in ms: long enough to read what is missing, and to open the row. */
const shownMs = 20_000;

type Props = {
  resource: RestorableResource;
  deletion: Pick<Deletion, 'id' | 'name'>;
  /** Returns to the view that asked; absent: the question just closes. */
  onBack?: () => void;
};

/** Says which parts of a deleted device or profile come back and which do not, and restores it. */
export function Restore({ resource, deletion, onBack = dismissConfirmation }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const missingWords = useMissingWords();
  const { id, name } = deletion;
  const { preview, restore, path } = restoring[resource];
  const read = useApi(preview, { params: { id } }, { staleTime: 0 });
  const failure = useFailure(read);
  const found = read.data?.data;
  const errorTitle = t(`restoring.failure.${resource}`);
  const send = useDrawerCall(restore, {
    errorTitle,
    onSuccess: ({ data }, isOpen) => {
      if (isOpen()) dismissConfirmation();
      const without = (found?.missing ?? []).map(missingWords).join(' · ');
      showAlert('main', {
        type: 'Success',
        title: t(`restoring.done.${resource}`),
        message: without ? t('restoring.without', { list: without }) : data.name,
        autoDismiss: shownMs,
        action: { label: t('restoring.open'), run: () => void navigate({ href: path({ open: data.id }) }) },
      });
    },
  });
  return (
    <ConfirmDrawer
      title={t(`restoring.title.${resource}`)}
      confirmLabel={t('restoring.restore')}
      destructive={false}
      error={send.error}
      errorTitle={errorTitle}
      pending={send.isPending}
      disabled={!found || found.obstacle !== null}
      onConfirm={() => send.mutate({ params: { id } })}
      onClose={onBack}
    >
      <p className={styles.text}>
        <strong>{t('restoring.question', { name })}</strong> {t(`restoring.back.${resource}`)}
      </p>
      {failure ? (
        <ErrorState title={t('restoring.gone')} text={errorText(failure)} read={read} />
      ) : found ? (
        <>
          {found.obstacle ? (
            <p className={styles.obstacle} role="alert">
              {t('restoring.obstacle')} {refusalWords({ ...found.obstacle, params: found.obstacle.params ?? {} })}
            </p>
          ) : null}
          <MissingList missing={found.missing} />
        </>
      ) : (
        <>
          <Spinner size="sm" />
          <SlowNotice />
        </>
      )}
      <p className={styles.quiet}>{t('restoring.history')}</p>
    </ConfirmDrawer>
  );
}

function useMissingWords(): (missing: Missing) => string {
  const { t } = useTranslation();
  return ({ kind, name, of }) => {
    if (kind !== 'value') return t(`restoring.what.${kind}`, { name });
    return t('restoring.what.value', { of: of ?? '', name: name === '*' ? t('restoring.what.every') : name });
  };
}

function MissingList({ missing }: { missing: readonly Missing[] }) {
  const { t } = useTranslation();
  const missingWords = useMissingWords();
  if (missing.length === 0) return null;
  return (
    <div>
      <p className={styles.text}>{t('restoring.missing')}</p>
      <ul className={styles.list}>
        {missing.map((one) => (
          <li key={`${one.kind} ${one.of} ${one.name}`}>
            {t('restoring.item', { what: missingWords(one), why: t(`restoring.reason.${one.reason}`) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
