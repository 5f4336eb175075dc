import { custody } from '@keyward/contract/insights-calls';
import type { HeldKey } from '@keyward/contract/custody';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { alertFailure } from '#ui/alertFailure.ts';
import { alerts } from '#ui/alerts.ts';
import { RelativeTime } from '#ui/Time.tsx';
import { useOnScreen } from '#ui/useOnScreen.ts';
import styles from './custody.module.css';

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** 'Remind', with a question, as mail cannot be taken back; below, the last reminder and any other obstacle to a new one. */
export function KeyReminder({ row }: { row: HeldKey }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const { holder, obstacle, reminded } = row;
  return (
    <div className={styles.reminder}>
      {holder ? <RemindButtons key={`${holder.id} ${row.since}`} row={row} holder={holder} /> : null}
      {reminded ? (
        <small>
          <RelativeTime
            instant={reminded.at}
            zone={zone}
            words={(ago) => t('custody.reminder.last', { by: reminded.by, ago })}
          />
        </small>
      ) : null}
      {obstacle && !(obstacle === 'justReminded' && reminded) ? (
        <small>{t(`custody.reminder.${obstacle}`)}</small>
      ) : null}
    </div>
  );
}

type Holder = NonNullable<HeldKey['holder']>;

function RemindButtons({ row, holder }: { row: HeldKey; holder: Holder }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'start' | 'asking' | 'back'>('start');
  if (step === 'asking') return <Question row={row} holder={holder} onClose={() => setStep('back')} />;
  return (
    <Button
      ref={step === 'back' ? focus : null}
      variant="default"
      size="xs"
      // keeps the focus when the reminder just sent disables it
      {...(row.obstacle === null ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      aria-label={t('custody.reminder.askAbout', { name: holder.name, key: row.name })}
      onClick={() => row.obstacle === null && setStep('asking')}
    >
      {t('custody.reminder.ask')}
    </Button>
  );
}

type QuestionProps = { row: HeldKey; holder: Holder; onClose: () => void };

/** Each question is a submission of its own: asking again later, after a lost answer, sends another reminder. */
function Question({ row, holder: { id, name }, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const isOpen = useOnScreen();
  // the answer to a retry does not close a question that was opened since
  const close = () => isOpen() && onClose();
  const remind = useApiMutation(custody.remind, {
    onSuccess: () => {
      close();
      alerts.success(t('custody.reminder.sent', { name }));
    },
    onError: (error, parts) => {
      close();
      alertFailure(error, t('custody.reminder.failed'), () => remind.mutate(parts));
    },
  });
  return (
    <div className={styles.asking}>
      <Button
        ref={focus}
        size="xs"
        loading={remind.isPending}
        onClick={() => remind.mutate({ params: { id: row.id }, body: { holder: id } })}
      >
        {t('custody.reminder.send', { name })}
      </Button>
      <Button variant="default" size="xs" disabled={remind.isPending} onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
