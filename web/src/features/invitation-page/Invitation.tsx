import { invitationPage } from '@keyward/contract/account-calls';
import type { InvitationPage } from '@keyward/contract/invitation-page';
import { paths } from '@keyward/contract/paths';
import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSending } from '#lib/useSending.ts';
import { IconFailure } from '#ui/icons.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { KeyCard, KeyCode } from './KeyCard.tsx';
import { OtherBrowser } from './OtherBrowser.tsx';
import { phonePlatform } from './platform.ts';
import { Shell } from './Shell.tsx';
import { useFocusKept } from './useFocusKept.ts';
import { type Opening, useInvitation } from './useInvitation.ts';
import type { Which } from './which.ts';
import styles from './invitation.module.css';

/** Page of an invitation for its recipient, who has no account. */
export function Invitation({ first, opening }: { first: Which; opening: Opening }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { which, loaded, load, take, setCodeShown, logo } = useInvitation(first, opening);
  // the pressed button disappears with its step
  const main = useFocusKept<HTMLElement>(
    loaded.step === 'page' ? `${loaded.page.state} ${loaded.page.bond}` : undefined,
  );
  if (loaded.step === 'loading')
    return (
      <Shell title={t('invitationPage.title')}>
        <VisuallyHidden component="h1">{t('invitationPage.title')}</VisuallyHidden>
        <div className={styles.waiting} role="status">
          <Loader size="sm" />
          {t('invitationPage.opening')}
        </div>
        <SlowNotice />
      </Shell>
    );
  if (loaded.step === 'failed')
    return (
      <Shell title={t('invitationPage.title')}>
        <ErrorState
          title={t('common.problems.unreadable')}
          text={errorText(loaded.error)}
          action={t('common.retry')}
          onAction={() => void load()}
        />
      </Shell>
    );
  if (loaded.step === 'invalid')
    return (
      <Shell title={t('invitationPage.invalid.title')}>
        <Over title={t('invitationPage.invalid.title')} text={t('invitationPage.invalid.text')} level="h1" />
      </Shell>
    );
  const { page, late } = loaded;
  const { sender } = page;
  const title = t('invitationPage.invites', { sender });
  const token = 'token' in which ? which.token : '';
  return (
    <Shell title={title} organization={{ name: page.organization.name, logo }} main={main}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.late} role="status">
        {late ? t('invitationPage.late') : ''}
      </p>
      <StateWords page={page} />
      {page.keys.map((key) => (
        <KeyCard key={key.id} of={key}>
          {page.bond === 'here' && key.state === 'active' ? (
            <KeyCode
              invitation={page.id}
              of={key}
              several={page.keys.length > 1}
              onShown={setCodeShown}
              onEnd={() => void load()}
            />
          ) : null}
        </KeyCard>
      ))}
      {page.notes ? (
        <section className={styles.notes}>
          <h2>{t('invitationPage.instructions')}</h2>
          <p>{page.notes}</p>
        </section>
      ) : null}
      {page.bond === 'none' && page.state === 'active' ? <Accept token={token} onPage={take} onLost={load} /> : null}
      {page.bond === 'elsewhere' && page.state === 'active' ? <OtherBrowser token={token} onMoved={take} /> : null}
      {page.bond === 'elsewhere' ? null : <AppLink page={page} />}
    </Shell>
  );
}

function Over({ title, text, level: Level }: { title: string; text: string; level: 'h1' | 'h2' }) {
  return (
    <div className={styles.notice} role="status">
      <IconFailure size={24} />
      <div>
        <Level>{title}</Level>
        <p>{text}</p>
      </div>
    </div>
  );
}

/** Text above the keys: either the invitation is over and who can help, or the next step. */
function StateWords({ page: { state, bond, sender, organization } }: { page: InvitationPage }) {
  const { t } = useTranslation();
  if (state !== 'active')
    return (
      <Over
        title={t(`invitationPage.over.${state}`)}
        text={t('invitationPage.over.text', { sender, organization: organization.name })}
        level="h2"
      />
    );
  if (bond === 'elsewhere')
    return (
      <div className={styles.lead}>
        <h2>{t('invitationPage.elsewhere.title')}</h2>
        <p>{t('invitationPage.elsewhere.text')}</p>
      </div>
    );
  return <p className={styles.lead}>{t(bond === 'here' ? 'invitationPage.leadHere' : 'invitationPage.leadNew')}</p>;
}

type AcceptProps = {
  token: string;
  onPage: (page: InvitationPage) => Promise<void>;
  /** Another browser accepted first, or the invitation is over: the page shows which. */
  onLost: () => Promise<void>;
};

function Accept({ token, onPage, onLost }: AcceptProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { pending, begin, end } = useSending();
  const [failure, setFailure] = useState('');
  const box = useFocusKept<HTMLDivElement>(pending ? 'sending' : 'ready');
  const accept = async () => {
    if (!begin()) return;
    setFailure('');
    try {
      await onPage((await call(invitationPage.accept, { body: { token } })).data);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 409 || error.code === 'linkNotValid')) await onLost();
      else setFailure(errorText(error));
    }
    end();
  };
  return (
    <div ref={box} className={styles.form}>
      <Button size="lg" fullWidth loading={pending} onClick={() => void accept()}>
        {t('invitationPage.accept')}
      </Button>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </div>
  );
}

/** Link to the app, the alternative on phones. Specification, part 1, section 2, public routes. */
function AppLink({ page }: { page: InvitationPage }) {
  const { t } = useTranslation();
  const platform = phonePlatform(navigator.userAgent);
  if (!platform || page.state !== 'active') return null;
  return (
    <a className={styles.app} href={paths.onepassApp(platform, { invitationId: page.id })} rel="noreferrer">
      {t('invitationPage.app')}
    </a>
  );
}
