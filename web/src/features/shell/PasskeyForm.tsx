import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { limits } from '@keyward/contract/limits';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { firstChange, sanitiseText } from '#lib/sanitise.ts';
import { useSending } from '#lib/useSending.ts';
import { IconEye, IconEyeOff } from '#ui/icons.tsx';
import styles from './extras.module.css';

type PasskeyFormProps = {
  /** Describes the effect of submitting. */
  text: string;
  submitLabel: string;
  destructive?: boolean;
  /** Initial name, for a form that sets or changes the name. */
  named?: string;
  /** Whether the form asks only for the name. */
  nameOnly?: boolean;
  /** Whether the form offers to create a passkey that signs in alone. */
  offerAlone?: boolean;
  /** Rejects with the error. */
  onSubmit: (input: { name: string; password: string; alone: boolean }) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password before a change of the second factor; a new name does not need it. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { text, submitLabel, destructive, named, nameOnly, offerAlone = false, onSubmit, onClose } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [name, setName] = useState(named ?? '');
  const [password, setPassword] = useState('');
  const [alone, setAlone] = useState(offerAlone);
  const [faults, setFaults] = useState<{ name?: string; password?: string; other?: string }>({});
  const { pending, begin, end } = useSending();
  /** The name whose sanitised form has been shown. */
  const [accepted, setAccepted] = useState<string>();

  const save = async () => {
    if (!begin()) return;
    try {
      await onSubmit({ name: name.trim(), password, alone });
    } catch (error) {
      end();
      const words = error instanceof ApiError ? errorText(error) : t('settings.passkeys.notMade');
      const field = error instanceof ApiError && error.constraint === 'password' ? 'password' : 'other';
      setFaults({ [field]: words });
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (pending) return;
    const missing = {
      ...(named !== undefined && sanitiseText(name) === '' ? { name: t('form.required') } : {}),
      ...(!nameOnly && password === '' ? { password: t('form.passwordRequired') } : {}),
    };
    const change = firstChange(name);
    const isNew = change !== null && accepted !== name;
    if (isNew) setAccepted(name);
    const faulty = { ...(isNew ? { name: t('common.cleanedText', change) } : {}), ...missing };
    setFaults(faulty);
    if (Object.keys(faulty).length === 0) void save();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.plain}>{text}</p>
      {named !== undefined ? (
        <TextInput
          label={t('settings.passkeys.name')}
          description={t('settings.passkeys.nameHint')}
          autoFocus
          autoComplete="off"
          maxLength={limits.tagValue}
          value={name}
          error={faults.name}
          onChange={(e) => setName(e.currentTarget.value)}
        />
      ) : null}
      {offerAlone ? (
        <Checkbox
          label={t('settings.passkeys.aloneChoice')}
          description={t('settings.passkeys.aloneHint')}
          checked={alone}
          onChange={(e) => setAlone(e.currentTarget.checked)}
        />
      ) : null}
      {nameOnly ? null : (
        <PasswordInput
          label={t('settings.passkeys.password')}
          description={t('settings.passkeys.passwordHint')}
          autoFocus={named === undefined}
          autoComplete="current-password"
          value={password}
          error={faults.password}
          visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff /> : <IconEye />)}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0 }}
          onChange={(e) => setPassword(e.currentTarget.value)}
        />
      )}
      <p role="alert" className={styles.failure}>
        {faults.other}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={pending} {...(destructive ? { color: 'red' } : {})}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
