import { invitations } from '@keyward/contract/calls';
import { type Invite, inviteCreate } from '@keyward/contract/invitations';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { useContractForm } from '#lib/form.ts';
import { withChanges } from '#lib/kept.ts';
import { lazily } from '#lib/lazily.ts';
import { alertNotSent } from '#parts/onepass/alertNotSent.ts';
import { alerts, showAlert } from '#ui/alerts.ts';
import { FormFoot } from '#ui/FormFoot.tsx';
import { IconCopy, IconEdit, IconQr } from '#ui/icons.tsx';
import { KeptNote, useKeptForm } from '#ui/KeptNote.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useCleaning } from '#ui/useCleaning.ts';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { useFormGuard } from '#ui/useFormGuard.ts';
import { submitByKey } from '#ui/useSaveKey.ts';
import styles from './drawer.module.css';

const QrCode = lazily(async () => (await import('./QrCode.tsx')).QrCode);

type Shown = { what: 'address' } | { what: 'qr' | 'text'; url: string } | null;

/** Ways to get the invitation to a person who did not receive it. Each creates a new link and ends the former one. */
export function LinkTools({ invite }: { invite: Invite }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [shown, setShown] = useState<Shown>(null);
  const params = { id: invite.id };
  const close = () => setShown(null);
  const errorTitle = t('invitations.link.failed');
  const link = useDrawerCall(invitations.makeLink, {
    errorTitle,
    onSuccess: ({ data: { url } }, isOpen, { body }) => {
      const show = (what: 'qr' | 'text') =>
        isOpen() ? setShown({ what, url }) : alerts.warning(t('invitations.link.unseen', { email: invite.email }));
      if (body.how === 'shown') return show('qr');
      // the clipboard requires a secure context
      Promise.resolve(navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'))).then(
        () => alerts.success(t('invitations.link.copied')),
        () => show('text'),
      );
    },
    onError: (error) => showAlert('drawer', { type: 'Failure', title: errorTitle, message: errorText(error) }),
  });
  const make = (how: 'copied' | 'shown') => {
    close();
    link.mutate({ params, body: { how } });
  };
  // each link ends the previous one, and the form for another address creates one as well
  const isCorrecting = shown?.what === 'address';
  const making = (how: 'copied' | 'shown') => ({
    loading: link.isPending && link.variables.body.how === how,
    disabled: link.isPending || isCorrecting,
    onClick: () => make(how),
  });
  return (
    <section aria-labelledby="invitation-link">
      <h3 id="invitation-link">{t('invitations.link.title')}</h3>
      <p className={styles.quiet}>{t('invitations.link.warning')}</p>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconEdit size={16} />}
          disabled={link.isPending}
          onClick={() => setShown({ what: 'address' })}
        >
          {t('invitations.link.correct')}
        </Button>
        <Button variant="default" leftSection={<IconCopy size={16} />} {...making('copied')}>
          {t('invitations.link.copy')}
        </Button>
        <Button variant="default" leftSection={<IconQr size={16} />} {...making('shown')}>
          {t('invitations.link.showQr')}
        </Button>
      </div>
      {isCorrecting ? <CorrectAddress invite={invite} onDone={close} /> : null}
      {shown && 'url' in shown ? (
        <div className={styles.secret} role="status" data-secret>
          {shown.what === 'qr' ? (
            <Suspense fallback={<Spinner />}>
              <QrCode text={shown.url} label={t('invitations.link.qr')} />
              <p className={styles.quiet}>{t('invitations.link.once')}</p>
            </Suspense>
          ) : (
            <>
              <p>{t('invitations.link.copyFailed')}</p>
              <code>{shown.url}</code>
            </>
          )}
          <Button size="xs" variant="default" onClick={close}>
            {t('invitations.link.done')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const fields = inviteCreate.pick({ email: true });

function CorrectAddress({ invite, onDone }: { invite: Invite; onDone: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const title = t('invitations.link.correct');
  const form = useContractForm(fields, { email: invite.email });
  const snapshot = () => JSON.stringify(form.getValues());
  const guard = useFormGuard(() => form.isDirty(), snapshot, onDone);
  const kept = JSON.stringify(['address of an invitation', invite.id]);
  useKeptForm({ key: kept, title, before: form.getInitialValues, now: form.getValues });
  const correct = useDrawerCall(invitations.correctAddress, {
    errorTitle: t('invitations.notSentAlert.title'),
    onSuccess: (_, isOpen) => {
      alerts.success(t('invitations.sent.text'), t('invitations.sent.title'));
      if (isOpen()) onDone();
    },
    onError: (error) => {
      guard.refused();
      if (error.constraint === 'email') form.setFieldError('email', errorText(error));
      else alertNotSent(error);
    },
  });
  const saysChange = useCleaning();
  const values = form.getValues();
  const isValid = fields.safeParse(values).success;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isValid || correct.isPending || saysChange(values)) return;
    guard.sent();
    correct.mutate({ params: { id: invite.id }, body: values });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of its fields
    <form className={styles.secret} noValidate onSubmit={submit} onKeyDown={submitByKey} aria-label={title}>
      <KeptNote form={kept} onRestore={(changes) => form.setValues((now) => withChanges(now, changes))} />
      <TextInput
        {...form.getInputProps('email')}
        type="email"
        label={t('invitations.link.newAddress')}
        disabled={correct.isPending}
        w="100%"
        autoComplete="off"
        autoFocus
      />
      <FormFoot className={styles.buttons} guard={guard}>
        <Button type="submit" disabled={!isValid} loading={correct.isPending}>
          {t('invitations.link.send')}
        </Button>
      </FormFoot>
    </form>
  );
}
