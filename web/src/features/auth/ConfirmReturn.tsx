import { confirm } from '@keyward/contract/account-calls';
import type { ProviderAnswer } from '@keyward/contract/auth';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { tellConfirmed } from '#lib/confirmedElsewhere.ts';
import { errorWords } from '#lib/errors.ts';
import { IconFailure, IconSuccess } from '#ui/icons.tsx';
import { Frame } from './Frame.tsx';
import styles from './auth.module.css';

/** Sends the provider's answer, notifies the waiting tab and closes this window. Resolves with the error text, or null. */
export async function confirmReturn(answer: ProviderAnswer): Promise<string | null> {
  try {
    const { data } = await call(confirm.provider, { body: answer });
    tellConfirmed(data.act);
    window.close();
    return null;
  } catch (error) {
    return errorWords(error);
  }
}

/** The end of a confirmation at the provider, where the browser leaves the window open. */
export function ConfirmReturn({ failure }: { failure: string | null }) {
  const { t } = useTranslation();
  const title = t(failure === null ? 'confirming.returned.title' : 'confirming.returned.failed');
  const Icon = failure === null ? IconSuccess : IconFailure;
  return (
    <Frame title={title}>
      <div className={styles.form}>
        <span className={styles.badge} data-tone={failure === null ? 'success' : 'failure'}>
          <Icon size={28} />
        </span>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.words} role={failure === null ? 'status' : 'alert'}>
          {failure} {t('confirming.returned.text')}
        </p>
        <Button size="md" fullWidth autoFocus onClick={() => window.close()}>
          {t('common.close')}
        </Button>
      </div>
    </Frame>
  );
}
