import { pins } from '@keyward/contract/calls';
import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { alerts } from '#ui/alerts.ts';
import { useDrawerFailure } from '#ui/useDrawerFailure.ts';
import styles from './devices.module.css';

/** After an OKM's token was revoked, offers new PINs for the profiles whose PINs the OKM had received. docs/gateway.md */
export function HeldPins({ id }: { id: string }) {
  const { authority } = useSession();
  return can.resetHeldPins.holds(authority) ? <Offer id={id} /> : null;
}

function Offer({ id }: { id: string }) {
  const { t } = useTranslation();
  const fail = useDrawerFailure();
  const { data } = useApi(pins.held, { params: { id } }, { staleTime: 0 });
  const reset = useApiMutation(pins.resetHeld, {
    onError: (error) => fail(error, t('propagation.held.failed')),
  });
  const { held, resettable } = reset.data?.data ?? data?.data ?? { held: 0, resettable: 0 };
  if (held === 0) return null;
  const others = held - resettable;
  const resetAll = () =>
    reset.mutate(
      { params: { id } },
      {
        onSuccess: ({ data: left }) => alerts.success(t('propagation.held.done', { count: held - left.held })),
      },
    );
  return (
    <div className={styles.confirm} role="group" aria-label={t('propagation.held.offer', { count: held })}>
      <p className={styles.text}>{t('propagation.held.offer', { count: held })}</p>
      {others > 0 ? <p className={styles.text}>{t('propagation.held.others', { count: others })}</p> : null}
      {resettable > 0 ? (
        <div className={styles.buttons}>
          <Button size="xs" color="red" loading={reset.isPending} onClick={resetAll}>
            {t('propagation.held.reset', { count: resettable })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
