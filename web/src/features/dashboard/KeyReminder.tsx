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
import styles from './custody.module.css';

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** 'Remind', which asks once more since a mail cannot be taken back; below it the last reminder, or why there can be none. */
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
      ) : obstacle ? (
        <small>{t(`custody.reminder.${obstacle}`)}</small>
      ) : null}
    </div>
  );
}

type Holder = NonNullable<HeldKey['holder']>;

function RemindButtons({ row, holder: { id, name } }: { row: HeldKey; holder: Holder }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'start' | 'asking' | 'back'>('start');
  const back = () => setStep('back');
  const remind = useApiMutation(custody.remind, {
    onSuccess: () => {
      back();
      alerts.success(t('custody.reminder.sent', { name }));
    },
    onError: (error, parts) => {
      back();
      alertFailure(error, t('custody.reminder.failed'), () => remind.mutate(parts));
    },
  });
  if (step !== 'asking')
    return (
      <Button
        ref={step === 'back' ? focus : null}
        variant="default"
        size="xs"
        // it keeps the focus when the reminder that it sent disables it
        {...(row.obstacle === null ? {} : { 'data-disabled': true, 'aria-disabled': true })}
        aria-label={t('custody.reminder.askAbout', { name, key: row.name })}
        onClick={() => row.obstacle === null && setStep('asking')}
      >
        {t('custody.reminder.ask')}
      </Button>
    );
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
      <Button variant="default" size="xs" disabled={remind.isPending} onClick={back}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
