import { invitationPage } from '@keyward/contract/account-calls';
import { digitsOf } from '@keyward/contract/characters';
import { browserCode, type InvitationPage } from '@keyward/contract/invitation-page';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSending } from '#lib/useSending.ts';
import styles from './invitation.module.css';

type Props = { token: string; onMoved: (page: InvitationPage) => Promise<void> };

/** For a browser other than the one that accepted: a code mailed to the invited address moves the invitation here. */
export function OtherBrowser({ token, onMoved }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { pending, begin, end } = useSending();
  const [asked, setAsked] = useState(false);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState('');

  const run = async (work: () => Promise<unknown>) => {
    if (!begin()) return;
    setFailure('');
    try {
      await work();
    } catch (error) {
      setFailure(errorText(error));
    }
    end();
  };
  const ask = () =>
    run(async () => {
      await call(invitationPage.askForCode, { body: { token } });
      setAsked(true);
    });
  const move = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => onMoved((await call(invitationPage.moveHere, { body: { token, code } })).data));
  };
  if (!asked) {
    return (
      <div className={styles.form}>
        <Button size="lg" fullWidth loading={pending} onClick={() => void ask()}>
          {t('invitationPage.elsewhere.ask')}
        </Button>
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      </div>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={move}>
      <p role="status">{t('invitationPage.elsewhere.asked', { minutes: browserCode.minutes })}</p>
      <TextInput
        label={t('invitationPage.elsewhere.code')}
        value={code}
        onChange={(event) => setCode(digitsOf(event.currentTarget.value).slice(0, browserCode.digits))}
        error={failure}
        size="lg"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <Button type="submit" size="lg" fullWidth loading={pending} disabled={code.length < browserCode.digits}>
        {t('invitationPage.elsewhere.confirm')}
      </Button>
      <Button variant="subtle" fullWidth disabled={pending} onClick={() => void ask()}>
        {t('invitationPage.elsewhere.again')}
      </Button>
    </form>
  );
}
