import { devices } from '@keyward/contract/calls';
import { Button, CopyButton } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useApi, useApiMutation } from '#lib/api.ts';
import { relativeTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { alerts } from '#ui/alerts.ts';
import { IconAdd, IconCheck, IconCopy } from '#ui/icons.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useDrawerFailure } from '#ui/useDrawerFailure.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';
import { useOnScreen } from '#ui/useOnScreen.ts';
import styles from './devices.module.css';

const HeldPins = lazily(async () => (await import('./HeldPins.tsx')).HeldPins, { texts: ['propagation'] });

/** Gateway tokens of an OKM: issue, copy once, revoke. */
export function ControllerTokens({ id }: { id: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [revoking, setRevoking] = useState<string | null>(null);
  const list = useApi(devices.tokens, { params: { id } });
  const failure = useFailure(list);
  const fail = useDrawerFailure();
  const isOpen = useOnScreen();
  const issue = useApiMutation(devices.issueToken, {
    onSuccess: ({ data: { prefix } }) => {
      if (!isOpen()) alerts.warning(t('tokens.unseen', { prefix }));
    },
    onError: (error) => fail(error, t('tokens.issueFailed')),
  });
  const revoke = useApiMutation(devices.revokeToken, {
    onSuccess: () => {
      setRevoking(null);
      alerts.success(t('tokens.revoked'));
    },
    onError: (error) => fail(error, t('tokens.revokeFailed')),
  });
  const box = useRef<HTMLElement>(null);
  const holdFocus = useFocusBack(box, issue.isPending);
  const tokens = list.data?.data;
  return (
    <section ref={box} className={styles.section} aria-labelledby="device-tokens">
      <div className={styles.sectionHead}>
        <h3 id="device-tokens">{t('tokens.title')}</h3>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconAdd size={16} />}
          loading={issue.isPending}
          onClick={() => {
            holdFocus();
            issue.mutate({ params: { id } });
          }}
        >
          {t('tokens.issue')}
        </Button>
      </div>
      <p className={styles.quiet}>{t('tokens.description')}</p>
      <div role="status">{issue.data ? <Secret secret={issue.data.data.token} onDone={issue.reset} /> : null}</div>
      {failure ? <ErrorState title={t('tokens.failed')} text={errorText(failure)} read={list} /> : null}
      {/* without a boundary of its own, the section would be hidden while it loads, and the focus lost */}
      {tokens?.length === 0 || revoke.isSuccess ? (
        <Suspense>
          <HeldPins id={id} />
        </Suspense>
      ) : null}
      {list.isPending ? <Spinner size="sm" mt="sm" label={t('tokens.loading')} /> : null}
      {tokens?.length === 0 ? (
        <p className={styles.quiet} style={{ marginTop: 12 }}>
          {t('tokens.empty')}
        </p>
      ) : null}
      {tokens?.length ? (
        <ul className={styles.tokens}>
          {tokens.map((token) => (
            <li key={token.id}>
              <div className={styles.tokenFacts}>
                <code className={styles.code}>{token.prefix}…</code>
                <span>
                  {t('tokens.created', { time: relativeTime(token.created_at), name: token.created_by })}
                  {' · '}
                  {token.last_used_at
                    ? t('tokens.lastUsed', { time: relativeTime(token.last_used_at) })
                    : t('tokens.neverUsed')}
                </span>
              </div>
              {revoking === token.id ? (
                <div className={styles.confirm} role="group" aria-label={t('tokens.revokeConfirm')}>
                  <p className={styles.text}>{t('tokens.revokeConfirm')}</p>
                  <div className={styles.buttons}>
                    <Button
                      size="xs"
                      color="red"
                      loading={revoke.isPending}
                      onClick={() => revoke.mutate({ params: { id, tokenId: token.id } })}
                    >
                      {t('tokens.revokeYes')}
                    </Button>
                    <Button size="xs" variant="default" autoFocus onClick={() => setRevoking(null)}>
                      {t('tokens.keep')}
                    </Button>
                  </div>
                </div>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('tokens.revokeLabel', { prefix: token.prefix })}
                  onClick={() => setRevoking(token.id)}
                >
                  {t('tokens.revoke')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.secret} ref={showWhole} data-secret>
      <strong>{t('tokens.issued')}</strong>
      <code aria-label={t('tokens.secret')}>{secret}</code>
      <div className={styles.buttons}>
        <CopyButton value={secret} timeout={2000}>
          {({ copied, copy }) => (
            <Button size="xs" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {t(copied ? 'tokens.copied' : 'tokens.copy')}
            </Button>
          )}
        </CopyButton>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('tokens.done')}
        </Button>
      </div>
    </div>
  );
}
