import { confirm } from '@keyward/contract/account-calls';
import type { ConfirmWay } from '@keyward/contract/confirm';
import { Button, Modal } from '@mantine/core';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import type { Question } from '#lib/confirming.ts';
import { useErrorText } from '#lib/errors.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { ConfirmByProvider, ConfirmHere } from './ConfirmWays.tsx';
import styles from './extras.module.css';

/** Asks the person to confirm an act in one of the ways that they have. */
export function ConfirmAgain({ act, end }: Question) {
  const { t } = useTranslation();
  const cancel = () => end(false);
  /** The window of a drawer or dialog below would take the press: Mantine's listeners skip marked elements. */
  const mark = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) target.dataset['mantineStopPropagation'] = 'true';
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) cancel();
  };
  return (
    <Modal
      opened
      onClose={cancel}
      title={t('confirming.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size={420}
      onFocusCapture={mark}
      onKeyDown={onKeyDown}
    >
      <p className={styles.words}>{t(`confirming.acts.${act}`)}</p>
      <Ways act={act} end={end} />
    </Modal>
  );
}

function Ways({ act, end }: Question) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  // a passkey may have been added, or the policy changed, since the last question
  const { data, error, refetch } = useApi(confirm.ways, {}, { staleTime: 0 });
  if (error)
    return (
      <>
        <p role="alert" className={styles.failure}>
          {errorText(error)}
        </p>
        <div className={styles.actions}>
          <Button data-autofocus autoFocus onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
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
