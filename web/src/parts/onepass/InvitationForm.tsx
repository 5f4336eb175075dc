import { invitations } from '@keyward/contract/calls';
import { codePoints } from '@keyward/contract/characters';
import { inviteCreate } from '@keyward/contract/invitations';
import { limits } from '@keyward/contract/limits';
import { locales, type Locale } from '@keyward/contract/locales';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { useContractForm } from '#lib/form.ts';
import { currentLocale } from '#lib/i18n.ts';
import { withChanges } from '#lib/kept.ts';
import { languageNames } from '#lib/languageNames.ts';
import { alerts } from '#ui/alerts.ts';
import { Counter } from '#ui/Counter.tsx';
import { FormFoot } from '#ui/FormFoot.tsx';
import { KeptNote, useKeptForm } from '#ui/KeptNote.tsx';
import { useCleaning } from '#ui/useCleaning.ts';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { useFormGuard } from '#ui/useFormGuard.ts';
import { submitByKey } from '#ui/useSaveKey.ts';
import { alertNotSent } from './alertNotSent.ts';
import styles from './invitationForm.module.css';
import { KeyChoice, type NamedKey } from './KeyChoice.tsx';

const schema = inviteCreate.omit({ secure_key_ids: true }).required();
type Values = { email: string; notes: string; locale: Locale };
const empty = (locale: Locale): Values => ({ email: '', notes: '', locale });

type Props = {
  /** The keys that the invitation begins with; more can be added. */
  keys: readonly NamedKey[];
  /** Called with the invitation's id once it is on its way. */
  onSent: (id: string) => void;
  onCancel: () => void;
};

/**
 * Invites a person by mail to use keys. Specification, part 2, section 2 'Temporary access (OnePASS)'. The texts of
 * `invitations` and `errors` must be loaded.
 */
export function InvitationForm({ keys, onSent, onCancel }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const titleId = useId();
  const form = useContractForm(schema, empty(currentLocale()));
  const [more, setMore] = useState<readonly NamedKey[]>([]);
  const [typed, setTyped] = useState(false);
  const saysChange = useCleaning();
  const snapshot = () => JSON.stringify([form.getValues(), more]);
  const isDirty = () => form.isDirty() || more.length > 0;
  const guard = useFormGuard(isDirty, snapshot, onCancel);
  const kept = JSON.stringify(['invitation', ...keys.map(({ id }) => id)]);
  useKeptForm({
    key: kept,
    title: t('invitations.form.title'),
    before: () => ({ ...form.getInitialValues(), more: [] }),
    now: () => ({ ...form.getValues(), more }),
  });
  const restore = (changes: Readonly<Record<string, unknown>>) => {
    const { more: others, ...values } = withChanges({ ...form.getValues(), more }, changes);
    form.setValues(values);
    setMore(others);
  };
  const send = useDrawerCall(invitations.create, {
    errorTitle: t('invitations.notSentAlert.title'),
    onSuccess: ({ data }) => {
      alerts.success(t('invitations.sent.text'), t('invitations.sent.title'));
      onSent(data.id);
    },
    onError: (error) => {
      guard.refused();
      if (error.constraint === 'email') form.setFieldError('email', errorText(error));
      alertNotSent(error);
    },
  });
  const values = form.getValues();
  const isValid = schema.safeParse(values).success && codePoints(values.notes.trim()) <= limits.inviteNotes;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isValid || send.isPending) return;
    if (saysChange(values)) return;
    const ids = [...keys, ...more].map(({ id }) => id);
    guard.sent();
    send.mutate({ body: { ...values, secure_key_ids: ids } });
  };
  const email = form.getInputProps('email');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of its fields
    <form className={styles.form} aria-labelledby={titleId} noValidate onSubmit={submit} onKeyDown={submitByKey}>
      <h3 id={titleId}>{t('invitations.form.title')}</h3>
      <KeptNote form={kept} onRestore={restore} />
      <fieldset disabled={send.isPending}>
        <TextInput
          {...email}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            setTyped(true);
            email.onChange(event);
          }}
          onBlur={(event) => {
            email.onBlur?.(event);
            if (event.currentTarget.value !== '') return;
            form.setFieldError('email', t(typed ? 'form.inviteEmailRequired' : 'form.required'));
          }}
          type="email"
          label={t('invitations.form.email')}
          autoComplete="off"
          required
          data-autofocus
        />
        <Textarea
          {...form.getInputProps('notes')}
          label={t('invitations.form.instructions')}
          description={
            <>
              {t('invitations.form.instructionsHelp')} <Counter text={values.notes} max={limits.inviteNotes} />
            </>
          }
          autosize
          minRows={2}
          maxRows={8}
        />
        <Select
          {...form.getInputProps('locale')}
          label={t('invitations.language')}
          data={locales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
          allowDeselect={false}
        />
        <KeyChoice keys={keys} chosen={more} onChange={setMore} />
        <FormFoot className={styles.buttons} guard={guard}>
          <Button type="submit" disabled={!isValid} loading={send.isPending}>
            {t('invitations.form.send')}
          </Button>
        </FormFoot>
      </fieldset>
    </form>
  );
}
