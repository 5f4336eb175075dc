import { confirm } from '@keyward/contract/account-calls';
import type { ConfirmWay } from '@keyward/contract/confirm';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import type { Question } from '#lib/confirming.ts';
import { useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ConfirmByProvider, ConfirmHere } from './ConfirmWays.tsx';
import styles from './extras.module.css';

/** Asks the person to confirm an act in one of the ways available to them. */
export function ConfirmAgain({ act, end }: Question) {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={() => end(false)}
      title={t('confirming.title')}
      closeOnClickOutside={false}
      keepsKeys
      centered
      size={420}
    >
      <p className={styles.words}>{t(`confirming.acts.${act}`)}</p>
      <Ways act={act} end={end} />
    </Dialog>
  );
}

function Ways({ act, end }: Question) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  // since the last question a passkey may have been added, or the policy changed
  const read = useApi(confirm.ways, {}, { staleTime: 0 });
  const { data } = read;
  const failure = useFailure(read);
  if (failure)
    return (
      <>
        <p role="alert" className={styles.failure}>
          {errorText(failure)}
        </p>
        <div className={styles.actions}>
          <RetryButton read={read} autoFocus />
        </div>
      </>
    );
  if (!data) return <Spinner m="auto" display="block" />;
  const ways: readonly ConfirmWay[] = data.data.ways;
  if (ways.length === 0)
    return (
      <>
        <p role="alert" className={styles.plain}>
          {t('confirming.none')}
        </p>
        <div className={styles.actions}>
          <Button data-autofocus autoFocus onClick={() => end(false)}>
            {t('common.close')}
          </Button>
        </div>
      </>
    );
  return ways.includes('provider') ? (
    <ConfirmByProvider act={act} end={end} />
  ) : (
    <ConfirmHere act={act} end={end} ways={ways} />
  );
}
