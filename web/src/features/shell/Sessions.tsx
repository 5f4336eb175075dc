import { settings } from '@keyward/contract/account-calls';
import type { OwnSession } from '@keyward/contract/settings';
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '#lib/api.ts';
import { relativeTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { alerts } from '#ui/alerts.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconCheck } from '#ui/icons.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import styles from './extras.module.css';
import { readUserAgent } from '#parts/userAgent.ts';

/** The profile's own sessions, with buttons to end them. `onPassword` opens the change of the password. */
export function Sessions({ onPassword }: { onPassword?: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useApi(settings.sessions);
  const failure = useFailure(list);
  const end = useApiMutation(settings.endSession, {
    onSuccess: () => alerts.success(t('settings.sessionEnded')),
    onError: (error) => alerts.failure(errorText(error)),
  });
  const deviceOf = ({ user_agent }: OwnSession) => {
    const { browser = t('settings.unknownBrowser'), system } = readUserAgent(user_agent);
    return system ? t('settings.browserOn', { browser, system }) : browser;
  };
  if (failure) {
    return <ErrorState title={t('settings.sessionsFailed')} text={errorText(failure)} read={list} />;
  }
  return (
    <>
      <p className={styles.words}>
        {t('settings.sessionsHint')}
        {onPassword ? (
          <>
            {' '}
            <Anchor component="button" type="button" fz="inherit" onClick={onPassword}>
              {t('settings.password.save')}
            </Anchor>
          </>
        ) : null}
      </p>
      {list.data ? null : <SlowNotice />}
      <ul className={styles.sessions}>
        {(list.data?.data ?? []).map((one) => (
          <li key={one.id}>
            <div>
              <strong title={one.user_agent}>{deviceOf(one)}</strong>
              <span>{one.address}</span>
              <span>
                {t('settings.lastActive', { when: relativeTime(one.last_active_at) })}
                {' · '}
                {t('settings.signedInAt', { when: relativeTime(one.created_at) })}
              </span>
            </div>
            {one.current ? (
              <Badge tone="success" icon={IconCheck}>
                {t('settings.current')}
              </Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                loading={end.isPending && end.variables.params.id === one.id}
                aria-label={t('settings.endSessionOf', { device: deviceOf(one), address: one.address })}
                onClick={() => end.mutate({ params: { id: one.id } })}
              >
                {t('settings.endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
