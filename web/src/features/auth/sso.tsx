import type { ProviderAnswer } from '@keyward/contract/auth';
import { signIn } from '@keyward/contract/account-calls';
import { confirmState } from '@keyward/contract/confirm-acts';
import { paths } from '@keyward/contract/paths';
import { Loader } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { entryState } from '#lib/entry.ts';
import { errorWords } from '#lib/errors.ts';
import { addTexts } from '#lib/i18n.ts';
import { carried } from '#lib/storage.ts';
import { follow } from './follow.ts';
import { SlowNotice } from '#ui/states.tsx';
import { Frame } from './Frame.tsx';
import styles from './auth.module.css';

const names = ['code', 'state', 'session_state', 'iss', 'error'] as const;

/** The `<provider>` of /sso/<provider>, which the vendor's own staff use; '' at /sso, where the tenant's provider returns. */
const staffProvider = () => location.pathname.split('/')[2] ?? '';

/** The parameters of the identity provider as they are in the address, neither trimmed nor parsed as JSON. */
function fromProvider(): ProviderAnswer {
  const query = new URLSearchParams(location.search);
  // the code can be used once and does not belong in the history
  history.replaceState(entryState(0), '', location.pathname);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** The server's message; without one, a text saying that the identity could not be confirmed. */
function reason(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('auth.ssoLoginFailed');
  const hasDetail = error.detail !== '' && error.code !== 'notFound';
  return hasDetail ? errorWords(error) : i18next.t('auth.ssoAuthenticationFailed');
}

async function finish(answer: ProviderAnswer, enter: () => Promise<void>): Promise<void> {
  const provider = staffProvider();
  try {
    if (provider && Object.keys(answer).length === 0) {
      const { data } = await call(signIn.startSsoInternal, { params: { provider } });
      if (!follow(data.url)) throw new ApiError(200, 'unreadable');
      return;
    }
    const reply: { data?: unknown } = provider
      ? await call(signIn.ssoInternal, { params: { provider }, body: answer })
      : await call(signIn.sso, { body: answer });
    if (reply.data) {
      history.replaceState(entryState(0), '', paths.home());
      // with a message, the start would treat the session as one whose sign-out did not arrive, and end it
      return await enter().catch(() => location.replace(paths.home()));
    }
    carried.put(i18next.t('auth.ssoLoginFailed'));
  } catch (error) {
    carried.put(reason(error));
  }
  location.replace(paths.username());
}

/**
 * /sso, the redirect target of the identity provider, and /sso/<provider>, where the vendor's own staff also start. The
 * call is made outside the component, so that it is made once. A sign-in that confirms an act comes back here too.
 */
export async function ssoPage(enter: () => Promise<void>) {
  const answer = fromProvider();
  if (answer.state?.startsWith(confirmState)) {
    await addTexts('confirming');
    const { confirmReturn, ConfirmReturn } = await import('./ConfirmReturn.tsx');
    return <ConfirmReturn failure={await confirmReturn(answer)} />;
  }
  void finish(answer, enter);
  return <Sso />;
}

function Sso() {
  const { t } = useTranslation();
  return (
    <Frame title={t('auth.signingIn')}>
      <div className={styles.waiting} role="status">
        <Loader size="sm" />
        {t('auth.signingIn')}
      </div>
      <SlowNotice />
    </Frame>
  );
}
